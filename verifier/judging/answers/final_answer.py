"""Final answers found in text: where a solution says what it arrives at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from verifier.kernel.term import letters
from verifier.readers.exact.notation.frames import Expr
from verifier.readers.exact.read import read

MAX_ANSWER: Final = 2000
"""Longest final answer that is looked at, in code points."""

How = Literal["boxed", "hash", "phrase", "last formula"]

_PHRASES: Final = (
    "final answer is",
    "final answer:",
    "answer is",
    "answer:",
    "answers are",
    "solution: choice",
    "solution: option",
    "solution is choice",
    "solution is option",
    "correct choice is",
    "correct option is",
)
"""In lower case; what follows one of them, up to the end of its sentence, is the answer."""

_JOINS: Final = frozenset(("and", "or", ",", ", and", ", or", ";"))
"""What may stand between two boxes that are one answer together."""


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """A final answer as written, and what told that it is one. ``last formula``: nothing did; it is the value that the
    last step arrives at, a guess that must be marked as one."""

    text: str
    how: How

    @property
    def is_told(self) -> bool:
        """Whether the text says that this is its answer."""
        return self.how != "last formula"


def final_answer(steps: str | Sequence[str], problem: str = "") -> FinalAnswer | None:
    """Return the final answer of a solution, given as one text or as steps; None where there is none.

    The last mark counts, whatever its kind: ``\\boxed{...}`` (``\\fbox``), a line that begins with ``####``, or "the
    answer is", "final answer:" and the like. Boxes joined by "and" are one answer. Without a mark, the right side of
    the last equation of the last sentence with a number, or its first number, rather one that the ``problem`` does not
    hold; marked as ``last formula``.
    """
    texts = [steps] if isinstance(steps, str) else list(steps)
    for text in reversed(texts):
        marked = [found for found in (_boxed(text), _hashed(text), _said(text, problem)) if found is not None]
        if marked:
            last = max(marked, key=lambda placed: placed[0])[1]
            return last if 0 < len(last.text) <= MAX_ANSWER else None
    return _last_formula(texts[-1], problem) if texts else None


Placed = tuple[int, FinalAnswer]
"""Where an answer ends in the text, and the answer."""


def boxes(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield every ``\\boxed{...}`` as (start, end, what it holds); one that is not closed is left out."""
    if "\\boxed" not in text and "\\fbox" not in text:
        return
    at, closed = 0, _closed(text)
    while (start := min((i for i in (text.find("\\boxed", at), text.find("\\fbox", at)) if i >= 0), default=-1)) >= 0:
        opening = start + (6 if text.startswith("\\boxed", start) else 5)
        while opening < len(text) and text[opening] == " ":
            opening += 1
        end = closed.get(opening)
        if end is None and text[opening : opening + 1].isalnum() and opening > start + 5:  # \\boxed 2
            yield start, opening + 1, text[opening]
            at = opening + 1
        elif end is None:
            at = opening
        else:
            yield start, end, text[opening + 1 : end - 1].strip()
            at = end


def closing(text: str, start: int) -> int | None:
    """Return where the brace that opens at ``start`` is closed (past the end of it), None where it is not, or where no
    brace opens there."""
    return _closed(text).get(start)


def _closed(text: str) -> dict[int, int]:
    """Every brace that opens and is closed, with the place past its end; ``\\{`` is none. One pass."""
    opened: list[int] = []
    found: dict[int, int] = {}
    at = 0
    while at < len(text):
        if text[at] == "{":
            opened.append(at)
        elif text[at] == "}" and opened:
            found[opened.pop()] = at + 1
        at += 2 if text[at] == "\\" else 1
    return found


def _boxed(text: str) -> Placed | None:
    held: list[str] = []
    last = 0
    for start, end, inside in boxes(text):
        between = text[last:start].strip(" $\\()[]\n").lower()
        held = [*held, inside] if held and between in _JOINS else [inside]
        last = end
    return (last, FinalAnswer(", ".join(held), "boxed")) if held and held[-1] else None


def _hashed(text: str) -> Placed | None:
    start = text.rfind("####")
    if start < 0:
        return None
    line = text[start + 4 :].lstrip("# ").partition("\n")[0].strip()
    return (start + 4, FinalAnswer(line, "hash")) if line else None


def _said(text: str, problem: str) -> Placed | None:
    low = text.lower()
    if len(low) != len(text):  # a letter that lower case makes longer: places would not fit
        return None
    start = max((low.rfind(phrase) + len(phrase) for phrase in _PHRASES if phrase in low), default=-1)
    if start < 0:
        return None
    after = _sentence(text[start:].lstrip(" :*_\n")).replace("**", "")
    if after[:1].isalpha() and " " in after and len(after) <= MAX_ANSWER:  # "that she needs 12 eggs"
        new = _new(read(after).numerals, problem)
        after = after[new[0].start : new[0].end] if len(new) == 1 else after
    return (start, FinalAnswer(after, "phrase")) if after else None


def _new(numerals: Sequence[Expr], problem: str) -> Sequence[Expr]:
    """The numerals that are not in the problem; all of them where that leaves none."""
    known = {numeral.term for numeral in read(problem).numerals} if problem and len(numerals) > 1 else set()
    return [numeral for numeral in numerals if numeral.term not in known] or numerals


def _sentence(text: str) -> str:
    """The text up to the end of its sentence: a line's end, or a full stop that ends a word; outside formulas."""
    dollars = 0
    for at, char in enumerate(text[: MAX_ANSWER + 1]):
        dollars += char == "$"
        if char == "\n" and dollars % 2 == 0 and not text[:at].rstrip().endswith(("\\[", "\\(")):
            return stopped(text[:at].strip(" *?")).strip(" *?")
        stop = char == "." and (at + 1 == len(text) or text[at + 1].isspace()) and dollars % 2 == 0
        if stop and not text[:at].endswith((" a.m", " p.m", " approx")):
            return text[:at].strip(" *")
    return stopped(text.strip(" *?")).strip(" *?")


def _last_formula(text: str, problem: str) -> FinalAnswer | None:
    """Of the last sentence with a number: the right side of its last equation, else its first number."""
    for sentence in reversed(list(_sentences(text[-MAX_ANSWER:]))):
        found = _value_in(sentence, problem)
        if found is not None:
            return FinalAnswer(found, "last formula") if found else None
    return None


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for at, char in enumerate(text):
        ends = char == "." and text[at + 1 : at + 2].isspace()
        if ends or text.startswith("\n\n", at):
            yield text[start : at + 1]
            start = at + 1
    yield text[start:]


def _value_in(sentence: str, problem: str) -> str | None:
    """The value that a sentence arrives at, empty where it cannot be read, None where there is no number."""
    start = sentence.rfind("=") + 1
    tail = sentence[start:].rstrip(" .\n")
    tail = tail.partition("/")[0] if tail.rpartition("/")[2].isalpha() else tail  # $18,000/year
    after = [n for n in read(tail).numerals if not letters(n.term)] if start else []
    if start:  # whatever the equation's left side is made of
        return sentence[start + after[0].start : start + after[0].end].strip() if after else ""
    reading = read(sentence)
    sides = [side for f in reading.formulas if f.relation.value in "=≈" for side in (f.left, f.right)]
    closed = [side for side in sides[1::2] if not letters(side.term)]
    closed = closed or [side for side in sides if not letters(side.term)]
    numerals = [numeral for numeral in reading.numerals if not letters(numeral.term)]
    best = closed[-1] if closed else next(iter(_new(numerals, problem)), None)
    return None if best is None else sentence[best.start : best.end].strip()


def stopped(text: str) -> str:
    """Return the text without a full stop at its end; dots of digits that go on stay."""
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text
