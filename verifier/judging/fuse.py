"""Fusing: the verdicts of a step's claims, with what was read of it, to one judgement of the step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.judging.judgements.judgement import JudgedClaim, Judgement, Settled, Unjudged, Unjudgement
from verifier.judging.weighing.approvals import restates, unsaid
from verifier.judging.weighing.standing import Standing
from verifier.kernel.verdict import Proved
from verifier.mathtext.guards.guard import Abstention
from verifier.readers.exact.guards.excuses import ROLES
from verifier.readers.exact.guards.table import approvals as guards
from verifier.readers.exact.reading import Reading

MOST_REASONS = 3
"""Most reasons of one excuse."""


def told(found: Sequence[Abstention]) -> str | None:
    """Return the reasons of one excuse as people read them, None where there are none."""
    messages = list(dict.fromkeys(map(str, found)))
    more = [f"{len(messages) - MOST_REASONS} more reasons"] if len(messages) > MOST_REASONS else []
    return "; ".join((*messages[:MOST_REASONS], *more)) or None


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
    open_ = (claim for one, claim in zip(reading.formulas, claims, strict=False) if not restates(one, claim))
    yield from (ROLES[claim.role]() for claim in open_ if claim.role in ROLES)
    if unshown:
        yield guards.UNSHOWN()
    if reading.unread:
        yield guards.UNREAD()
    if mode:
        yield guards.TURNING()
    yield from unsaid(reading, claims)
