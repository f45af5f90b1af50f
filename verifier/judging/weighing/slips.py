"""Slips: what else a formula says that nothing decides as it stands, where that is refuted."""

from __future__ import annotations

from verifier.engines.points import PointEngine
from verifier.engines.symbolic.identity_falsification import bent, failing_everywhere
from verifier.engines.symbolic.polynomial_difference import slips, unrelated
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.settling.portfolio import LineUp
from verifier.judging.settling.settle import settle
from verifier.judging.weighing.standing import Standing
from verifier.judging.weighing.withheld import apart, doubted
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.verdict import Refuted, Verdict
from verifier.readers.exact.claims.besides import Besides, Shape, besides
from verifier.readers.exact.claims.bonds import groups
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.guards.withheld import absorbed
from verifier.readers.exact.reading import Formula


def otherwise_refuted(
    formula: Formula, context: Context, lineup: LineUp, standing: Standing
) -> tuple[Formula, Claim, tuple[Verdict, str | None]] | None:
    """Return the formula as it is to be held against its step, what it claims besides, and its refutation; None where
    nothing of the kind is refuted."""
    for one in besides(formula, context):
        if one.under is not None and not _never(one.under):
            continue
        verdict, engine = lineup.settled(one.claim, False)
        if isinstance(verdict, Refuted) and _stands(one, verdict, context, standing) and not absorbed(one.claim):
            return one.formula, one.claim, lineup.certified(verdict, engine)
    return None


def _never(under: Claim) -> bool:
    """Whether a claim is refuted. No record holds a proof of it: whoever checks one works it out anew."""
    return isinstance(settle(under, (PointEngine(), SymbolicEngine()))[0], Refuted)


def _stands(one: Besides, verdict: Refuted, context: Context, standing: Standing) -> bool:
    """Whether the refutation of what is said besides counts against the formula."""
    if one.link is not None:
        return standing.first(doubted(one.link, one.claim, context, verdict)) is None
    if one.shape is not None:
        return _shaped(one, one.shape)
    rewrites = one.claim.binder is Binder.FOR_ALL and one.under is None
    if rewrites and bent(one.claim) and failing_everywhere(one.claim) is None:
        return False  # a root of a square, which a letter may be known to make positive
    return _unused(one)


def _shaped(one: Besides, shape: Shape) -> bool:
    claim = one.claim
    if not slips(claim, shape.lost, shape.agreeing) or (claim.premises and not unrelated(claim)):
        return False
    return (shape.changed is not None and slips(claim, lost=False, agreeing=shape.changed)) or _unused(one)


def _unused(one: Besides) -> bool:
    """Whether no relation seen so far can be what is used: each of them, and each two, hold somewhere where it
    fails."""
    return one.bonds is not None and all(apart(one.claim, group) for group in groups(one.bonds))
