"""Alternatives: other readings of a refuted equation, tried."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.claim import Claim
from verifier.kernel.evaluate import NotEvaluated, Outcome, compare, value
from verifier.readers.exact.charity.charity import charity
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.guards.guard import Abstention
from verifier.readers.exact.reading import Formula


def alternatives(formula: Formula, claim: Claim, context: Context) -> Iterator[Abstention]:
    """Yield the readings by which a refuted equation may be right after all. Fails: never."""
    for why, claims in charity(formula, claim, context):
        if claims is None or any(map(may_hold, claims)):
            yield why


def may_hold(claim: Claim) -> bool:
    """Return whether a closed claim holds, or may hold up to rounding. Fails: never."""
    if claim.letters:
        return False
    try:
        left, right, outcome = value(claim.left, {}), value(claim.right, {}), compare(claim, {})
        near = abs(left - right) * 20 <= max(abs(left), abs(right))  # 1/6 does not stand for 1
        return outcome in (Outcome.HOLDS, Outcome.HOLDS_ROUNDED) or (outcome is Outcome.ROUNDED and near)
    except NotEvaluated:
        return False
