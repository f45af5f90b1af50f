"""The final answer of a chain: as written, as read, and the relation that arrives at it; or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from verifier.answers.final_answer import FinalAnswer, final_answer
from verifier.answers.kinds import Quantity, Several
from verifier.answers.number_words import scale
from verifier.answers.parser import form
from verifier.checkers.evaluate import shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.engines.points import FEW, PointEngine
from verifier.engines.settle import settle
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.claim import relate
from verifier.kernel.expr import Expr, Head, Sym, free_names
from verifier.kernel.verdict import Proved
from verifier.records.views.show import show_term
from verifier.whole.said import Said, several

TRIED: Final = 24
"""Most relations, from the last one on, that are held against the answer."""


Reached = tuple[Said, Expr]
"""What arrives at the answer, and the side of it that is the answer."""


class Lack(StrEnum):
    """Why there is no theorem: a closed set."""

    NOTHING_SETTLED = "NOTHING_SETTLED"
    OWN_MEANING = "OWN_MEANING"
    NO_ANSWER = "NO_ANSWER"
    UNREADABLE_ANSWER = "UNREADABLE_ANSWER"
    SEVERAL_ANSWERS = "SEVERAL_ANSWERS"
    OTHER_UNIT = "OTHER_UNIT"
    NOT_REACHED = "NOT_REACHED"
    ONLY_STATED = "ONLY_STATED"
    NOT_OF_THE_PROBLEM = "NOT_OF_THE_PROBLEM"
    IN_LETTERS = "IN_LETTERS"
    TOO_LARGE = "TOO_LARGE"


class NoGoal(Exception):
    """There is no theorem; ``lack`` is why, ``str`` says it in a sentence."""

    def __init__(self, lack: Lack, message: str) -> None:
        super().__init__(message)
        self.lack = lack


def found_answer(judged: JudgedChain, said: Sequence[Said]) -> FinalAnswer | None:
    """Return the final answer of a chain as written: what it marks as one; else, as a guess, what its last relation
    arrives at."""
    texts = [step.text for step in judged.steps]
    found = final_answer(texts, judged.chain.problem)
    last = next((one for one in reversed(said) if one.holds), None)
    if found is not None or last is None:
        return found
    again = final_answer(texts[: last.step + 1], judged.chain.problem)
    right = last.formula.right
    return again or FinalAnswer(texts[last.step][right.start : right.end], "last formula")


def answer_of(found: FinalAnswer | None, said: Sequence[Said] = ()) -> Quantity:
    """Return the final answer of a chain as read. Raises: NoGoal."""
    if found is None:
        raise NoGoal(Lack.NO_ANSWER, "no final answer was found in the chain")
    if not found.is_told and _one_of_several(said):
        raise NoGoal(Lack.SEVERAL_ANSWERS, f"the chain ends with one of several solutions: {found.text[:80]}")
    read = form(found.text)
    match read:
        case Quantity():
            return read
        case None:
            raise NoGoal(Lack.UNREADABLE_ANSWER, f"the answer was not understood: {found.text[:80]}")
        case Several((Quantity() as only,)):
            return only
        case Several():
            raise NoGoal(Lack.SEVERAL_ANSWERS, f"there are several answers: {found.text[:80]}")
    kind = type(read).__name__.lower()
    raise NoGoal(Lack.UNREADABLE_ANSWER, f"the answer is no single value ({kind}): {found.text[:80]}")


def _one_of_several(said: Sequence[Said]) -> bool:
    """Whether what the chain ends with may be one solution among others: a choice, or a letter's second value."""
    lettered = [one for one in said if free_names(one.left, one.right)]
    ends = [one for one in lettered if one.step == said[-1].step]
    chosen = any(one.formula.choice for one in ends) or any(one.formula.words & {"or", "either"} for one in lettered)
    return chosen or any(one.id in several(said) for one in ends[-1:])


def arriving(answer: Quantity, said: Sequence[Said]) -> Reached | None:
    """Return the last relation that ends in the answer, None where none does."""
    equations = [one for one in said if one.holds and one.relation in (Head.EQ, Head.APPROX)]
    for one in equations[: -TRIED - 1 : -1]:
        for side in (one.right, one.left):
            other = one.left if side is one.right else one.right
            bare = isinstance(other, Sym) or (side is one.right and shown(other) is None) or one.before is not None
            if bare and any(same(side, way) for way in (answer.term, answer.bare) if way is not None):
                return one, side
    return None


def same(a: Expr, b: Expr) -> bool:
    """Whether two terms are surely the same value."""
    if a == b:
        return True
    if a.free != b.free:
        return False
    try:
        return value(a, {}) == value(b, {})
    except NotEvaluated:
        pass
    claim = relate(Head.EQ, a, b).for_all()
    verdict, _ = settle(claim, (PointEngine(0, FEW), SymbolicEngine()))
    plain = isinstance(verdict, Proved) and not verdict.certificate.side_conditions
    return plain and not verdict.certificate.notes.get("as_rounded") if isinstance(verdict, Proved) else False


def not_reached(answer: Quantity, said: Sequence[Said]) -> NoGoal:
    """Return why nothing arrives at the answer: another unit, where that explains it."""
    told = scale(answer.units)
    for one in reversed(said):
        other, number = scale(one.formula.right.units), one.value
        if told is None or other is None or number is None or told[0] != other[0] or told[1] == other[1]:
            continue
        try:
            if value(answer.term, {}) * told[1] == number * other[1]:
                unit = " ".join(sorted(one.formula.right.units))
                said_of = f"{show_term(one.right)} {unit} in step {one.step}"
                return NoGoal(
                    Lack.OTHER_UNIT, f"the answer stands in another unit than the chain arrives at: {said_of}"
                )
        except NotEvaluated:
            break
    return NoGoal(Lack.NOT_REACHED, f"no equation of the chain arrives at the answer {show_term(answer.term)[:60]}")


def same_unit(answer: Quantity, reached: Said) -> None:
    """Return nothing where the answer and what arrives at it are in one unit, or may be. Raises: NoGoal."""
    told, other = scale(answer.units), scale(reached.formula.right.units)
    if told is not None and other is not None and told != other:
        mine, theirs = (" ".join(sorted(units)) for units in (answer.units, reached.formula.right.units))
        raise NoGoal(Lack.OTHER_UNIT, f"the answer is in {mine}, and step {reached.step} arrives at it in {theirs}")
