"""Final answers found in text: where a solution says what it arrives at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from verifier.answers.marks.boxed import find_boxed
from verifier.answers.marks.braces import MAX_ANSWER, boxes, closing, stopped
from verifier.answers.marks.denials import has_denial, is_changed, is_denied, is_silent
from verifier.answers.marks.phrased import cut_sentence, find_conclusion, find_phrase, pick_new, read_tail
from verifier.answers.marks.placed import FinalAnswer, How, Placed
from verifier.intake.splitting.templates import answered
from verifier.intake.splitting.thinking import without_thinking
from verifier.kernel.functions import Head
from verifier.readers.exact.read import read


def find_unmarked(text: str, problem: str) -> FinalAnswer | None:
    """Return the value with which the last sentence concludes; else, as a guess, its last formula or line, or of the
    last sentence with a number the right side of its last equation, or its first number."""
    tail = text[-MAX_ANSWER:].rstrip()
    sentences = [one for one in _sentences(tail) if one.strip()]
    if not sentences:
        return None
    if (concluded := find_conclusion(sentences[-1])) is not None:
        return concluded
    if (line := _last_line(sentences[-1])) is not None:
        return FinalAnswer(line, "last formula")
    for sentence in reversed(sentences):
        found = _value_in(sentence, problem)
        if found is not None or has_denial(sentence):
            return FinalAnswer(found, "last formula") if found else None
    return None


def _last_line(sentence: str) -> str | None:
    """The last line where it is an answer and nothing else, or the formula after the last "is"."""
    from verifier.answers.parser import form

    line = sentence.strip().rpartition("\n")[2].strip()
    bare = line.removesuffix(".").strip(" *")
    if bare.startswith("\\[") or bare.endswith("\\]") or "=" in bare:
        return None
    shaped = bare.startswith(("$", "\\")) or (not any(map(str.isdigit, bare)) and len(bare) < 40)
    if shaped and form(bare) is not None:
        return bare
    if not bare.endswith("$") or bare.count("$") % 2:
        return None
    start = bare[:-1].rfind("$")
    before = bare[:start].split()
    if bare[start:] == "$" or (before and before[-1].lower() not in ("is", "are", "be", "equals", "as", "of", "to")):
        return None
    formula = bare[start:] if bare[start - 1 : start] != "$" else bare[start - 1 :] + "$"
    return formula if not is_denied(bare, start, len(bare)) and not is_changed(bare, start) else bare


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for at, char in enumerate(text):
        ends = char == "." and text[at + 1 : at + 2].isspace()
        if ends or text.startswith("\n\n", at):
            yield text[start : at + 1]
            start = at + 1
    yield text[start:]


def _value_in(sentence: str, problem: str) -> str | None:
    """The value that a sentence arrives at, empty where it cannot be read, None where there is no number; the sentence
    itself where words or signs beside the value may change it."""
    start = sentence.rfind("=") + 1
    tail = sentence[start:].rstrip(" .\n")
    tail = tail.partition("/")[0] if tail.rpartition("/")[2].isalpha() else tail  # $18,000/year
    after = [n for n in read(tail).numerals if not n.term.free] if start else []
    if start:  # whatever the equation's left side is made of
        if not after:
            return ""
        place, end = start + after[0].start, start + after[0].end
        several = _is_list(sentence[:start])
        changed = several or _goes_on(sentence[start:place], sentence[end:]) or is_denied(sentence, place, end)
        start = 0 if several else start
        return _whole(sentence, start) if changed else sentence[place:end].strip()
    reading = read(sentence)
    sides = [side for f in reading.formulas if f.relation in (Head.EQ, Head.APPROX) for side in (f.left, f.right)]
    closed = [side for side in sides[1::2] if not side.term.free]
    closed = closed or [side for side in sides if not side.term.free]
    numerals = [numeral for numeral in reading.numerals if not numeral.term.free]
    best = closed[-1] if closed else next(iter(pick_new(numerals, problem)), None)
    if best is None:
        return None
    near = _goes_on(sentence[max(0, best.start - 2) : best.start], "")
    if near or is_denied(sentence, best.start, best.end) or is_changed(sentence, best.start):
        return sentence.strip()
    return sentence[best.start : best.end].strip()


def _is_list(equations: str) -> bool:
    """Whether the equations of a sentence, up to the last sign, give values to several letters, or to one by "or"."""
    sides = equations.replace("$", " ").replace("\\(", " ").split("=")[:-1]
    names = [side.rstrip().rpartition(" ")[2] for side in sides]
    letters = [name for name in names if len(name) == 1 and name.isalpha()]
    either = len(letters) > 1 and " or " in f" {sides[-1]} "
    return len(set(letters)) > 1 or either


def _goes_on(before: str, behind: str) -> bool:
    """Whether signs or words right beside a value show that it is a part of another one."""
    rest = behind.lstrip(" $)").removeprefix("\\)").lstrip()
    joined = rest.lower().startswith(("or ", "and ", ",", "±", "\\pm", "\\text{ or", "\\text{ and", "\\quad"))
    more = joined and any(map(str.isdigit, rest[:24].partition(". ")[0]))
    near = before.replace("**", "").rstrip()[-1:]
    return near in ("-", "[", "/", "*", "^") or rest[:1] in ("^", "!", "*", "±") or more


def _whole(sentence: str, start: int) -> str:
    """What is behind the equals sign, to the end of the formula or sentence."""
    inside = sentence[:start].count("$") % 2
    tail = sentence[start:].partition("$")[0] if inside else sentence[start:]
    rest = sentence[start + len(tail) :].strip(" $.\n")
    return (sentence[start:] if rest else tail).strip(" .\n")


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
