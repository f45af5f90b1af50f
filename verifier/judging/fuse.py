"""Fusing: the verdicts of a step's claims, with what was read of it, to one judgement of the step."""

from __future__ import annotations

from verifier.judging.judgement import JudgedClaim, Judgement, Settled, Unjudged, Unjudgement
from verifier.kernel.claim import Relation
from verifier.kernel.evaluate import shown
from verifier.kernel.verdict import Proved, Refuted
from verifier.reading import words
from verifier.reading.formalize import Formula, Reading


def condemns(formula: Formula, judged: JudgedClaim) -> bool:
    """Return whether this claim settles its step incorrect: refuted, asserted, and nothing in its sentence left in
    doubt. Fails: never."""
    return (
        isinstance(judged.verdict, Refuted)
        and formula.role == "asserted"
        and not formula.doubts
        and not formula.obstacles
    )


def absurd(formula: Formula) -> bool:
    """Return whether a number is set equal to another. Fails: never."""
    equation = formula.position == 0 and formula.relation is Relation.EQ
    numbers = shown(formula.left.term) is not None and shown(formula.right.term) is not None
    return equation and numbers and not (formula.left.base and formula.right.base)


def _same_unit(formula: Formula) -> bool:
    """Whether both sides carry the same unit, or a computation without units is named by a known one."""
    left, right = formula.left, formula.right
    names = not left.units and left.compound and all(words.names(unit) for unit in right.units - words.SCALES)
    scaled = bool((left.units ^ right.units) & words.SCALES)
    return (left.units == right.units or names) and not scaled and not left.mixed and not right.mixed


def judgement_of(
    reading: Reading, claims: tuple[JudgedClaim, ...], errs: bool, rests_on_error: bool, mode: bool
) -> Judgement:
    """Return the judgement of a step.

    ``errs``: a claim condemns it and the chain does not take it back; ``mode``: the signs may mean something else.
    Fails: never.
    """
    if errs:
        return Settled(False)
    if not reading.words and not claims and not reading.numerals:
        return Unjudged(Unjudgement.NOTHING_TO_CHECK)
    if rests_on_error:
        return Unjudged(Unjudgement.RESTS_ON_ERROR)
    if not claims:
        return Unjudged(Unjudgement.NOTHING_TO_CHECK)
    proved = all(isinstance(claim.verdict, Proved) and claim.role == "asserted" for claim in claims)
    proved = proved and all(_same_unit(formula) for formula in reading.formulas)
    if proved and not reading.unread and not reading.loose and not mode:
        return Settled(True)
    return Unjudged(Unjudgement.NOT_SETTLED)
