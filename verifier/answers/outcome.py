"""The outcome of a text: whether its final answer is the reference, or why that is not known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.answers.compare import against
from verifier.answers.final_answer import FinalAnswer, boxes, final_answer, find_tagged
from verifier.answers.normalization import written
from verifier.intake.splitting.split import split
from verifier.intake.splitting.templates import answered
from verifier.intake.splitting.thinking import is_thinking_open, parted, without_thinking
from verifier.language.linting.number_words import WORDS

State = Literal["equal", "different", "could not tell", "none", "cut off"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """``none``: the text is finished, was read whole, and has no answer; ``cut off``: it ends before its answer."""

    state: State
    answer: FinalAnswer | None = None


def outcome_of(text: str, problem: str, reference: str) -> Outcome:
    """Return how the final answer of a text compares with the reference. Thinking holds no answer."""
    text = answered(text)
    said, parts = without_thinking(text), parted(text)
    if not said:
        return Outcome("cut off" if not text.strip() or is_thinking_open(text) else "none")
    answer = find_tagged(said) or _found(parts.answer, problem)
    told = None if answer is None else against(answer, reference)
    if told is not None and answer is not None and (told.state == "equal" or answer.is_told):
        return Outcome(told.state, answer)
    if _last_words(parts.answer) == written(reference):
        return Outcome("equal", answer or FinalAnswer(reference.strip(), "last formula"))
    if _is_cut_off(parts.answer):
        return Outcome("cut off", answer)
    if told is not None:
        return Outcome(told.state, answer)
    return Outcome("could not tell" if _may_answer(parts.answer, reference) else "none")


def _found(said: str, problem: str) -> FinalAnswer | None:
    paragraphs = [one for one in said.split("\n\n") if one.strip()]
    return final_answer(paragraphs if "####" in said else split(said) or said, problem)


def _last_words(text: str) -> str:
    """The last line as written, without a full stop."""
    return written(text.strip().rpartition("\n")[2].strip())


def _is_cut_off(answer: str) -> bool:
    """Whether a text ends before its end: within a box, a formula, or a sentence."""
    boxed = answer.rfind("\\boxed{")
    cut = boxed >= 0 and not any(start == boxed for start, _, _ in boxes(answer))
    last = answer.rstrip()[-1:]
    return cut or last in ("=", "+", "-", "*", "/", "(", "{", ",", "\\") or (last.isalpha() and " " in answer.strip())


def _may_answer(text: str, reference: str) -> bool:
    """Whether a text without an answer holds something that may be one and was not read."""
    signs = any(char.isdigit() or char in "$\\=" or (not char.isascii() and char.isalpha()) for char in text)
    said = {word.strip(".,;:!?()").lower() for word in text.split()}
    named = not any(map(str.isdigit, reference)) and bool(reference.strip())
    return signs or bool(said & WORDS.keys()) or named
