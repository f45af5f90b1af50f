"""Signs between bounds: what is decided agrees with values at points, and what can be decided is."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.checkers.canonical.intervals import between
from verifier.checkers.evaluate import Outcome, compare
from verifier.kernel.claim import Claim, Hypothesis, Standing, relate, suppose
from verifier.kernel.expr import Expr, Head, Int, Sym, Type, node, number
from verifier.kernel.verdict import CheckFailed
from verifier.mathtext.notation.signs.dots import balanced

X = Sym("x")
SIGNS = (Head.GE, Head.GT, Head.LE, Head.LT)


def bounds(low: int | None, high: int | None, strict: bool) -> tuple[Hypothesis, ...]:
    signs = (Head.GT, Head.LT) if strict else (Head.GE, Head.LE)
    ends = [(sign, end) for sign, end in zip(signs, (low, high), strict=True) if end is not None]
    return tuple(suppose(f"h{i}", Standing.HYPOTHESIS, sign, X, number(end)) for i, (sign, end) in enumerate(ends))


def polynomial(coefficients: list[int]) -> Expr:
    powers = [node(Head.MUL, number(c), node(Head.POW, X, Int(k))) for k, c in enumerate(coefficients) if k]
    return balanced(Head.ADD, [number(coefficients[0]), *powers])


def claim(relation: Head, left: Expr, right: Expr, premises: tuple[Hypothesis, ...]) -> Claim:
    return relate(relation, left, right, premises, domain=Type.REAL)


@given(
    st.lists(st.integers(-4, 4), min_size=2, max_size=5).filter(lambda c: any(c[1:])),
    st.one_of(st.none(), st.integers(-3, 2)),
    st.one_of(st.none(), st.integers(1, 4)),
    st.booleans(),
    st.sampled_from(SIGNS),
)
def test_what_is_decided_agrees_with_every_point_that_is_tried(
    coefficients: list[int], low: int | None, gap: int | None, strict: bool, relation: Head
) -> None:
    high = None if gap is None else (low or 0) + gap
    said = claim(relation, polynomial(coefficients), Int(0), bounds(low, high, strict))
    try:
        outcome, _ = between(said)
    except CheckFailed:
        return
    start, end = (low if low is not None else (high or 0) - 9), (high if high is not None else (low or 0) + 9)
    points = [start + (end - start) * Fraction(k, 40) for k in range(41)]
    tried = points[1:-1] if strict else points
    assert {compare(said, {"x": point}) for point in tried} == {outcome}


@pytest.mark.parametrize(
    ("relation", "coefficients", "low", "high", "strict", "outcome"),
    [
        (Head.GE, [-2, 0, 1], 2, None, False, Outcome.HOLDS),
        (Head.GT, [0, 1, 1], 0, None, True, Outcome.HOLDS),
        (Head.GE, [0, 1, -1], 0, 1, False, Outcome.HOLDS),
        (Head.GT, [0, 1, -1], 0, 1, True, Outcome.HOLDS),
        (Head.GT, [0, 1, -1], 0, 1, False, None),
        (Head.LE, [-2, -3, 0, 1], -2, 2, False, Outcome.HOLDS),
        (Head.LT, [-2, -3, 0, 1], -2, 2, False, None),
        (Head.GT, [0, 1], None, 0, True, Outcome.FAILS),
        (Head.LT, [1, 0, 1], None, 5, False, Outcome.FAILS),
        (Head.GE, [-1, 1], 0, 3, False, None),
    ],
)
def test_signs_that_hold_between_bounds_are_found(
    relation: Head,
    coefficients: list[int],
    low: int | None,
    high: int | None,
    strict: bool,
    outcome: Outcome | None,
) -> None:
    said = claim(relation, polynomial(coefficients), Int(0), bounds(low, high, strict))
    if outcome is None:
        with pytest.raises(CheckFailed):
            between(said)
    else:
        assert between(said)[0] is outcome


def test_a_quotient_is_judged_where_its_denominator_keeps_off_zero() -> None:
    total = node(Head.ADD, X, node(Head.DIV, Int(1), X))
    assert between(claim(Head.GE, total, Int(2), bounds(0, None, True)))[0] is Outcome.HOLDS
    for premises in (bounds(-1, None, True), bounds(0, None, False)):
        with pytest.raises(CheckFailed):
            between(claim(Head.GE, total, Int(2), premises))


def test_a_premise_that_is_no_bound_or_no_hypothesis_decides_nothing() -> None:
    stated = suppose("s", Standing.STATED, Head.GT, X, Int(0))
    other = suppose("h", Standing.HYPOTHESIS, Head.GT, Sym("y"), Int(0))
    equal = suppose("h", Standing.HYPOTHESIS, Head.EQ, X, Int(1))
    empty = bounds(1, 1, True)
    for premises in ((stated,), (other,), (equal,), empty):
        with pytest.raises(CheckFailed):
            between(claim(Head.GT, X, Int(0), premises))
