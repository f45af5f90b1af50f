"""The kernel's evaluator against values and a rounding table written from mathematics."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.kernel.claim import Claim, Domain, Premise, Relation, Standing
from verifier.kernel.evaluate import (
    NotEvaluated,
    Outcome,
    OverBudget,
    Undefined,
    Unsupported,
    compare,
    inside,
    interval,
    satisfies,
    value,
)
from verifier.kernel.term import MAX_DEPTH, Const, Dec, Int, Op, Sym, Term, TermTooLarge, app, number

TWO, THREE, EIGHT = Int(2), Int(3), Int(8)
TWO_THIRDS = app(Op.DIV, TWO, THREE)
MINUS_EIGHT = app(Op.NEG, EIGHT)
THIRD = app(Op.DIV, Int(1), THREE)
SHOWN_33 = Dec(3333, 2)
X = Sym("x")


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (app(Op.ADD, TWO, THREE), 5),
        (app(Op.SUB, TWO, THREE), -1),
        (app(Op.MUL, Dec(50, 2), THREE), Fraction(3, 2)),
        (TWO_THIRDS, Fraction(2, 3)),
        (app(Op.PERCENT, Int(15)), Fraction(3, 20)),
        (app(Op.POW, TWO, app(Op.NEG, THREE)), Fraction(1, 8)),
        (app(Op.POW, EIGHT, TWO_THIRDS), 4),
        (app(Op.POW, app(Op.NEG, Int(1)), Int(10**30)), 1),
        (app(Op.SQRT, app(Op.DIV, Int(9), Int(16))), Fraction(3, 4)),
        (app(Op.ROOT, THREE, Int(27)), 3),
        (app(Op.ROOT, THREE, Int(0)), 0),
        (app(Op.ABS, MINUS_EIGHT), 8),
        (app(Op.FACT, Int(5)), 120),
        (app(Op.BINOM, Int(5), TWO), 10),
        (app(Op.BINOM, TWO, Int(5)), 0),
    ],
)
def test_a_closed_term_has_its_exact_value(term: Term, expected: Fraction | int) -> None:
    assert value(term, {}) == expected


@pytest.mark.parametrize(
    ("term", "error"),
    [
        (app(Op.DIV, TWO, Int(0)), Undefined),
        (app(Op.MUL, Int(0), app(Op.DIV, TWO, Int(0))), Undefined),
        (app(Op.POW, Int(0), Int(0)), Undefined),
        (app(Op.POW, Int(0), app(Op.NEG, TWO)), Undefined),
        (app(Op.FACT, TWO_THIRDS), Undefined),
        (app(Op.SQRT, TWO), Unsupported),
        (app(Op.SQRT, app(Op.NEG, Int(4))), Unsupported),
        (app(Op.POW, MINUS_EIGHT, THIRD), Unsupported),
        (app(Op.ROOT, THREE, MINUS_EIGHT), Unsupported),
        (Const("pi"), Unsupported),
        (X, Unsupported),
        (app(Op.POW, Int(9), app(Op.POW, Int(9), Int(9))), OverBudget),
        (app(Op.FACT, app(Op.POW, Int(10), Int(9))), OverBudget),
    ],
)
def test_a_term_without_a_rational_value_is_refused_with_its_kind(term: Term, error: type[NotEvaluated]) -> None:
    with pytest.raises(error):
        value(term, {})


def test_an_interval_holds_every_value_of_rounded_decimals() -> None:
    ball = app(Op.SUB, Dec(5, 1), Dec(4, 1))
    assert interval(ball, {}, frozenset({Dec(5, 1)})) == (0, Fraction(1, 5))
    square = app(Op.POW, app(Op.SUB, Dec(1, 1), Dec(10, 2)), TWO)
    assert interval(square, {}, frozenset({Dec(1, 1)})) == (0, Fraction(1, 100))
    with pytest.raises(NotEvaluated):
        interval(app(Op.DIV, TWO, Dec(1, 1)), {}, frozenset({Dec(1, 1)}))
    with pytest.raises(Unsupported):
        interval(app(Op.POW, TWO, Dec(10, 1)), {}, frozenset({Dec(10, 1)}))


@pytest.mark.parametrize(
    ("left", "relation", "right", "rounded", "expected"),
    [
        (app(Op.MUL, Dec(5, 1), THREE), "=", Dec(16, 1), (), Outcome.FAILS),
        (app(Op.MUL, Dec(5, 1), THREE), "=", Dec(15, 1), (), Outcome.HOLDS),
        (TWO_THIRDS, "=", Dec(67, 2), (), Outcome.HOLDS_ROUNDED),
        (Dec(67, 2), "=", TWO_THIRDS, (), Outcome.HOLDS_ROUNDED),
        (TWO_THIRDS, "=", Dec(66, 2), (), Outcome.ROUNDED),
        (TWO_THIRDS, "=", Dec(76, 2), (), Outcome.FAILS),
        (TWO_THIRDS, "≈", Dec(67, 2), (), Outcome.HOLDS_ROUNDED),
        (TWO_THIRDS, "≈", Dec(9, 1), (), Outcome.FAILS),
        (app(Op.MUL, SHOWN_33, THREE), "=", Int(100), (SHOWN_33,), Outcome.ROUNDED),
        (app(Op.MUL, SHOWN_33, THREE), "=", Dec(9999, 2), (), Outcome.HOLDS),
        (app(Op.MUL, SHOWN_33, THREE), "=", Int(105), (SHOWN_33,), Outcome.FAILS),
        (SHOWN_33, "≠", app(Op.DIV, Int(100), THREE), (SHOWN_33,), Outcome.ROUNDED),
        (SHOWN_33, "<", app(Op.DIV, Int(100), THREE), (SHOWN_33,), Outcome.ROUNDED),
        (SHOWN_33, "<", Int(35), (SHOWN_33,), Outcome.HOLDS),
        (app(Op.DIV, Int(10), THREE), "=", THREE, (), Outcome.ROUNDED),
        (app(Op.DIV, Int(10), TWO), "=", Int(6), (), Outcome.FAILS),
        (TWO, "≠", TWO, (), Outcome.FAILS),
        (TWO, "≥", THREE, (), Outcome.FAILS),
        (app(Op.NEG, TWO_THIRDS), "=", app(Op.NEG, Dec(67, 2)), (), Outcome.HOLDS_ROUNDED),
        (TWO_THIRDS, "=", app(Op.PERCENT, Dec(667, 1)), (), Outcome.HOLDS_ROUNDED),
    ],
)
def test_the_rounding_table(
    left: Term, relation: str, right: Term, rounded: tuple[Dec, ...], expected: Outcome
) -> None:
    assert compare(Claim(Relation(relation), left, right, rounded=frozenset(rounded)), {}) is expected


def test_premises_are_checked_exactly_at_a_point() -> None:
    premise = Premise("p", Standing.FACT, Relation.LT, X, THREE)
    assert satisfies([premise], {"x": Fraction(2)})
    assert not satisfies([premise], {"x": Fraction(3)})


def test_a_domain_admits_only_its_own_points() -> None:
    half, minus = {"x": Fraction(1, 2)}, {"x": Fraction(-1)}
    assert inside(Domain.REAL, half) and inside(Domain.UNDECLARED, half) and not inside(Domain.INTEGER, half)
    assert inside(Domain.INTEGER, minus) and not inside(Domain.NATURAL, minus)


def test_terms_bound_their_depth_and_their_numerals() -> None:
    term: Term = Int(1)
    for _ in range(MAX_DEPTH - 1):
        term = app(Op.NEG, term)
    with pytest.raises(TermTooLarge):
        app(Op.NEG, term)
    with pytest.raises(TermTooLarge):
        Int(10**3000)
    with pytest.raises(TermTooLarge):
        Int(-1)


def test_a_number_is_spelled_by_a_term_of_the_same_value() -> None:
    for x in (Fraction(0), Fraction(-3), Fraction(2, 7), Fraction(-2, 7)):
        assert value(number(x), {}) == x


def test_a_fingerprint_tells_claims_apart_and_ignores_the_order_of_rounded_decimals() -> None:
    decimals = [Dec(i, 1) for i in range(20)]
    one, two = (Claim(Relation.EQ, X, TWO, rounded=frozenset(each)) for each in (decimals, list(reversed(decimals))))
    assert one.fingerprint == two.fingerprint
    assert len({c.fingerprint for c in (one, Claim(Relation.EQ, X, TWO), Claim(Relation.EQ, X, Dec(20, 1)))}) == 3
