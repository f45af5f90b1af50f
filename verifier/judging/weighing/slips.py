"""Slips: whether the refutation of what else a formula says counts against the formula."""

from __future__ import annotations

from verifier.engines.points import PointEngine
from verifier.engines.symbolic.identity_falsification import bent, failing_everywhere
from verifier.engines.symbolic.polynomial_difference import slips, unrelated
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.settling.settle import settle
from verifier.judging.weighing.withheld import apart
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.verdict import Refuted
from verifier.readers.exact.claims.besides import Besides, Shape
from verifier.readers.exact.claims.bonds import groups
from verifier.readers.exact.guards.withheld import absorbed


def is_held(one: Besides) -> bool:
    """Return whether the refutation of what is said besides counts against the formula, as far as what it may quietly
    use tells."""
    if (one.under is not None and not _never(one.under)) or absorbed(one.claim):
        return False
    if one.link is not None:
        return True
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


def _never(under: Claim) -> bool:
    """Whether a claim is refuted. No record holds a proof of it: whoever checks one works it out anew."""
    return isinstance(settle(under, (PointEngine(), SymbolicEngine()))[0], Refuted)
