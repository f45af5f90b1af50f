"""Fusing: the verdicts of a step's claims, with what was read of it, to one judgement of the step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.judging import approval_guards, guards
from verifier.judging.approvals import restates, unsaid
from verifier.judging.judgement import JudgedClaim, Judgement, RoleName, Settled, Unjudged, Unjudgement
from verifier.judging.standing import Standing
from verifier.kernel.claim import Relation
from verifier.kernel.evaluate import shown
from verifier.kernel.verdict import Proved
from verifier.readers.exact.guards.guard import Abstention, Guard
from verifier.readers.exact.reading import Formula, Reading
from verifier.readers.exact.told import Statement

MOST_REASONS = 3
"""Most reasons of one excuse."""

_ROLES: dict[RoleName, Guard] = {
    "given": guards.GIVEN,
    "defined": guards.DEFINED,
    "supposed": guards.SUPPOSED,
    "denied": guards.DENIED,
    "recalled": guards.RECALLED,
    "asked": guards.ASKED,
}


def excuses(formula: Formula) -> Iterator[Abstention]:
    """Yield why this formula is not held against its step where it is refuted: it is not asserted, or something in its
    sentence is left in doubt."""
    if formula.role in _ROLES:
        yield _ROLES[formula.role]()
    yield from (*formula.doubts, *formula.obstacles)
    if not formula.frame:
        yield guards.NO_FRAME()


def told(found: Sequence[Abstention]) -> str | None:
    """Return the reasons of one excuse as people read them, None where there are none."""
    messages = list(dict.fromkeys(map(str, found)))
    more = [f"{len(messages) - MOST_REASONS} more reasons"] if len(messages) > MOST_REASONS else []
    return "; ".join((*messages[:MOST_REASONS], *more)) or None


def absurd(formula: Formula) -> bool:
    """Return whether a number is set equal to another."""
    equation = formula.position == 0 and formula.relation is Relation.EQ
    numbers = shown(formula.left.term) is not None and shown(formula.right.term) is not None
    return equation and numbers and not (formula.left.base and formula.right.base)


def judgement_of(
    reading: Reading,
    claims: tuple[JudgedClaim, ...],
    errs: bool,
    rests_on_error: bool,
    mode: bool,
    unshown: bool,
    standing: Standing,
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
    proved = all(isinstance(claim.verdict, Proved) for claim in claims)
    if proved and standing.first(_unapproved(reading, claims, mode, unshown)) is None:
        return Settled(True)
    return Unjudged(Unjudgement.NOT_SETTLED)


def _unapproved(reading: Reading, claims: tuple[JudgedClaim, ...], mode: bool, unshown: bool) -> Iterator[Abstention]:
    """Why a step whose claims are proved is not settled correct."""
    told: list[Formula | Statement] = [*reading.formulas, *reading.statements]
    open_ = (claim for one, claim in zip(told, claims, strict=False) if not restates(one, claim))
    yield from (_ROLES[claim.role]() for claim in open_ if claim.role in _ROLES)
    if unshown:
        yield approval_guards.UNSHOWN()
    if reading.unread:
        yield approval_guards.UNREAD()
    if mode:
        yield approval_guards.TURNING()
    yield from unsaid(reading, claims)
