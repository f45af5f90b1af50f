"""Final answers found in text: where a solution says what it arrives at."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.judging.answers.marks.boxed import find_boxed
from verifier.judging.answers.marks.braces import MAX_ANSWER, boxes, closing, stopped
from verifier.judging.answers.marks.denials import is_denied
from verifier.judging.answers.marks.phrased import find_phrase
from verifier.judging.answers.marks.placed import FinalAnswer, How, Placed
from verifier.judging.answers.marks.unmarked import find_unmarked

__all__ = ["MAX_ANSWER", "FinalAnswer", "How", "boxes", "closing", "final_answer", "stopped"]


def final_answer(steps: str | Sequence[str], problem: str = "") -> FinalAnswer | None:
    """Return the final answer of a solution, given as one text or as steps; None where there is none.

    The last mark counts, whatever its kind: ``\\boxed{...}`` (``\\fbox``), a line that begins with ``####``, or "the
    answer is", "final answer:" and the like. Boxes joined by "and" are one answer. Without a mark, the value with which
    the last sentence concludes (``So the total is 5.``); else, marked as ``last formula``, the right side of the last
    equation of the last sentence with a number, or its first number, rather one that the ``problem`` does not hold.

    Where words or signs beside a value deny or change it, or it is not known how several boxes belong together, the
    answer is the text around it, which compares as *could not tell*.
    """
    texts = [steps] if isinstance(steps, str) else list(steps)
    for i in range(len(texts) - 1, -1, -1):
        text = texts[i]
        if i and _is_box(text) and any(boxes(texts[i - 1])):
            text = f"{texts[i - 1]}\n{text}"
        marked = [found for found in (find_boxed(text), _hashed(text), find_phrase(text, problem)) if found is not None]
        if marked:
            last = max(marked, key=lambda placed: placed[0])[1]
            return last if 0 < len(last.text) <= MAX_ANSWER else None
    return find_unmarked(texts[-1], problem) if texts else None


def _is_box(text: str) -> bool:
    """Whether a step is nothing but one box."""
    found = list(boxes(text))
    return len(found) == 1 and not text[: found[0][0]].strip(" $\\([\n") and not text[found[0][1] :].strip(" $.\\)]\n")


def _hashed(text: str) -> Placed | None:
    start = text.rfind("####")
    if start < 0:
        return None
    line = text[start + 4 :].lstrip("# ").partition("\n")[0].strip()
    if line and is_denied(text, start, start):
        line = f"#### {line}"
    return (start + 4, FinalAnswer(line, "hash")) if line else None
