"""Fusing: the verdicts of a step's claims, with what was read of it, to one judgement of the step."""

from __future__ import annotations

from verifier.judging.approvals import whole
from verifier.judging.judgement import JudgedClaim, Judgement, RoleName, Settled, Unjudged, Unjudgement
from verifier.kernel.claim import Relation
from verifier.kernel.evaluate import shown
from verifier.kernel.verdict import Proved
from verifier.readers.exact.reading import Formula, Reading

MOST_REASONS = 3
"""Most reasons of one excuse."""

INSTANCE = "an equation of the text with values put in may fail on purpose"
LED = "an equation before it is refuted, too, and not held against the step"
REACHED = "a number is set equal to another: the step may run into a contradiction on purpose"
QUOTED = "the text may tell what somebody else wrote, or a mistake"
ASTRAY = "an earlier step is wrong about what the problem tells, and this one may go on from that"

_ROLES: dict[RoleName, str] = {
    "given": "it is read as given",
    "defined": "it is read as a definition",
    "supposed": "it is read as a supposition",
    "denied": "it is read as denied",
    "recalled": "it is read as recalled",
    "asked": "it is read as a question",
}


def excuse(formula: Formula) -> str | None:
    """Return why this formula is not held against its step where it is refuted: it is not asserted, or something in its
    sentence is left in doubt. None where it is held."""
    role = [_ROLES[formula.role]] if formula.role in _ROLES else []
    found = list(dict.fromkeys((*role, *formula.doubts, *formula.obstacles)))
    more = [f"{len(found) - MOST_REASONS} more reasons"] if len(found) > MOST_REASONS else []
    return "; ".join((*found[:MOST_REASONS], *more)) or None


def absurd(formula: Formula) -> bool:
    """Return whether a number is set equal to another."""
    equation = formula.position == 0 and formula.relation is Relation.EQ
    numbers = shown(formula.left.term) is not None and shown(formula.right.term) is not None
    return equation and numbers and not (formula.left.base and formula.right.base)


def judgement_of(
    reading: Reading, claims: tuple[JudgedClaim, ...], errs: bool, rests_on_error: bool, mode: bool
) -> Judgement:
    """Return the judgement of a step.

    ``errs``: a claim condemns it and the chain does not take it back; ``mode``: the signs may mean something else.
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
    if proved and not reading.unread and not reading.loose and not mode and whole(reading, claims):
        return Settled(True)
    return Unjudged(Unjudgement.NOT_SETTLED)
