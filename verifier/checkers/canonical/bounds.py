"""Bounds: positive multiples of inequalities, with combinations of equations, that bound ``left - right`` (Farkas).

Proof data, JSON values::

    {"kind": "bound", "model": {"x": "7"}, "side": 1, "value": "-2",
     "orders": [[0, "2"]], "cofactors": [[1, [["1", {}]]]]}

shows ``side * (left - right) >= value``, strictly when one of the inequalities is strict.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verifier.checkers.balls import decimals_of
from verifier.checkers.canonical.combination import System, listed, number_in, sum_of, system
from verifier.checkers.canonical.ring import Poly
from verifier.checkers.evaluate import Outcome
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head
from verifier.kernel.verdict import CheckFailed

ABOVE = frozenset({Head.GT, Head.GE})
BELOW = frozenset({Head.LT, Head.LE})
STRICT = frozenset({Head.GT, Head.LT})


def above_zero(found: System, claim: Claim, index: object) -> Poly:
    """Return what the inequality with this index says is at least zero, as a polynomial. Raises: CheckFailed."""
    if type(index) is not int or index not in found.orders:
        raise CheckFailed("that premise is no inequality without divisors")
    return found.orders[index] if claim.premises[index].relation in ABOVE else -found.orders[index]


def bounded(claim: Claim, data: Mapping[str, Any]) -> Outcome:
    """Return what the bound that ``data`` spells says of the claim. Raises: CheckFailed."""
    found = system(claim)
    ring, side, bound = found.forms.ring, data.get("side"), number_in(data.get("value"))
    if type(side) is not int or side not in (1, -1) or found.gap.den != ring.one:
        raise CheckFailed("a bound is on one side of a difference without divisors")
    total, strict = ring.add(sum_of(found, data.get("cofactors", [])), ring.constant(bound)), False
    for entry in listed(data.get("orders")):
        pair = listed(entry)
        factor = number_in(pair[1]) if len(pair) == 2 else Fraction(0)
        if factor <= 0:
            raise CheckFailed("an inequality is multiplied by a positive number only")
        total = ring.add(total, ring.multiply(above_zero(found, claim, pair[0]), ring.constant(factor)))
        strict = strict or claim.premises[pair[0]].relation in STRICT
    if total != ring.multiply(found.gap.num, ring.constant(Fraction(side))) or found.fresh:
        raise CheckFailed("the multiples of the premises do not add up to the claim")
    return _judged(claim, side, bound, strict)


def _judged(claim: Claim, side: int, bound: Fraction, strict: bool) -> Outcome:
    """Judge a claim whose ``side * (left - right)`` is at least ``bound``."""
    positive, loose = bound > 0 or (bound == 0 and strict), bound >= 0
    same, other = (ABOVE, BELOW) if side > 0 else (BELOW, ABOVE)
    needed = positive if claim.relation in STRICT else loose
    decimals = frozenset[Any]().union(*map(decimals_of, claim.terms))
    if (claim.relation in same and needed) or (claim.relation is Head.NE and positive):
        return Outcome.ROUNDED if decimals & claim.rounded else Outcome.HOLDS
    denied = loose if claim.relation in STRICT else positive
    if (claim.relation in other and denied) or (claim.relation is Head.EQ and (bound > 1 or (bound == 1 and strict))):
        return Outcome.ROUNDED if decimals else Outcome.FAILS
    raise CheckFailed("the bound does not decide the claim")
