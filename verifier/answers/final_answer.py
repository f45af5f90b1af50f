"""Final answers found in text: where a solution says what it arrives at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from verifier.answers.marks.boxed import find_boxed
from verifier.answers.marks.braces import MAX_ANSWER, boxes, closing, stopped
from verifier.answers.marks.denials import is_denied, is_silent
from verifier.answers.marks.phrased import cut_sentence, find_phrase, read_tail
from verifier.answers.marks.placed import FinalAnswer, How, Placed
from verifier.answers.marks.unmarked import find_unmarked
from verifier.intake.splitting.templates import answered
from verifier.intake.splitting.thinking import without_thinking

__all__ = ["MAX_ANSWER", "FinalAnswer", "How", "boxes", "closing", "final_answer", "find_tagged", "stopped"]

MAX_TAGGED: Final = 200
"""Longest answer between tags, in code points."""

_OPEN, _CLOSE = "<answer>", "</answer>"


def final_answer(steps: str | Sequence[str], problem: str = "") -> FinalAnswer | None:
    """Return the final answer of a solution, given as one text or as steps; None where there is none.

    The last mark counts, whatever its kind: ``\\boxed{...}`` (``\\fbox``), a line that begins with ``####``, or "the
    answer is", "final answer:" and the like. Boxes joined by "and" are one answer. Without a mark, the value with which
    the last sentence concludes (``So the total is 5.``); else, marked as ``last formula``, the right side of the last
    equation of the last sentence with a number, or its first number, rather one that the ``problem`` does not hold.

    Thinking holds no answer, and a text that ends within its thinking has none. The marks of a chat template
    (``<|im_end|>``, ``<|im_start|>user``) end the text. What ``<answer>`` and ``</answer>`` hold in one line is the
    answer. A last step without a number or a formula is passed over, if it denies nothing: the answer before it is a
    guess.

    Where words or signs beside a value deny or change it, or it is not known how several boxes belong together, the
    answer is the text around it, which compares as *could not tell*.
    """
    texts = _spoken([steps] if isinstance(steps, str) else list(steps))
    if (tagged := find_tagged("\n\n".join(texts))) is not None:
        return tagged
    for i in range(len(texts) - 1, -1, -1):
        text = texts[i]
        if i and _is_box(text) and any(boxes(texts[i - 1])):
            text = f"{texts[i - 1]}\n{text}"
        marked = [found for found in (find_boxed(text), _hashed(text), find_phrase(text, problem)) if found is not None]
        if marked:
            last = max(marked, key=lambda placed: placed[0])[1]
            return last if 0 < len(last.text) <= MAX_ANSWER else None
    silent = next((n for n, text in enumerate(reversed(texts)) if not is_silent(text)), len(texts))
    if silent == len(texts):
        return find_unmarked(texts[-1], problem) if texts else None
    found = find_unmarked(texts[-1], problem) or find_unmarked(texts[-1 - silent], problem)
    return replace(found, how="last formula") if found is not None and silent and found.how == "conclusion" else found


def _spoken(texts: list[str]) -> list[str]:
    """The texts up to the mark of a template that ends them, without thinking, which may go over several of them."""
    if not any("<" in text or "[INST]" in text for text in texts):
        return texts
    whole = "\n\n".join(texts)
    said = without_thinking(answered(whole))
    return texts if said == whole.strip() else [said] if len(texts) == 1 else said.split("\n\n")


def find_tagged(text: str) -> FinalAnswer | None:
    """Return what the last tags of an answer hold, None if that is not one line without a mark of its own."""
    start = text.rfind(_OPEN)
    end = text.find(_CLOSE, start)
    inside = text[start + len(_OPEN) : end].strip()
    if start < 0 or end < 0 or not inside or "\n" in inside or any(boxes(inside)) or len(inside) > MAX_TAGGED:
        return None
    if find_phrase(inside, "") is not None or _hashed(inside) is not None:
        return None
    return FinalAnswer(read_tail(cut_sentence(inside), ""), "phrase")


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
