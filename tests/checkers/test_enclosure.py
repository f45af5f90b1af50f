"""Enclosures of closed terms: they hold the value, and say why where there is none."""

from __future__ import annotations

import math
from fractions import Fraction

import flint
import pytest

from verifier.checkers.enclosure import (
    MAX_FACTORIAL,
    MAX_POWER_BITS,
    PRECISIONS,
    Doubtful,
    enclose,
    exactly,
    precisions,
    rational,
    sign,
    step_value,
)
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Sym, node, number
from verifier.kernel.verdict import CheckFailed, Reason

NOTHING = frozenset[Dec]()
ZERO, ONE, NEAR_ONE, FIVE = Dec(0, 1), Int(1), Dec(10, 1), Dec(50, 1)
LOOSE = frozenset({ZERO, NEAR_ONE, FIVE})
PI, E = Const("pi"), Const("e")
HALF = number(Fraction(1, 2))
SQRT2 = node(Head.SQRT, Int(2))


def minus(x: int) -> Expr:
    return node(Head.NEG, Int(x))


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (Int(7), 7),
        (Dec(125, 2), 1.25),
        (PI, math.pi),
        (E, math.e),
        (node(Head.ADD, PI, Int(2)), math.pi + 2),
        (node(Head.SUB, PI, Int(2)), math.pi - 2),
        (node(Head.MUL, PI, Int(3)), math.pi * 3),
        (node(Head.DIV, PI, Int(3)), math.pi / 3),
        (node(Head.NEG, PI), -math.pi),
        (SQRT2, math.sqrt(2)),
        (node(Head.SQRT, Int(0)), 0),
        (node(Head.ABS, node(Head.NEG, PI)), math.pi),
        (node(Head.PERCENT, PI), math.pi / 100),
        (node(Head.FLOOR, PI), 3),
        (node(Head.CEIL, PI), 4),
        (node(Head.FLOOR, node(Head.NEG, PI)), -4),
        (node(Head.CEIL, node(Head.NEG, PI)), -3),
        (node(Head.MIN, PI, E), math.e),
        (node(Head.MAX, PI, E), math.pi),
        (node(Head.SIN, Int(1)), math.sin(1)),
        (node(Head.COS, Int(1)), math.cos(1)),
        (node(Head.TAN, Int(1)), math.tan(1)),
        (node(Head.LOG, Int(5), Int(3)), math.log(5, 3)),
        (node(Head.LOG, Int(8), HALF), -3),
        (node(Head.POW, Int(3), Int(4)), 81),
        (node(Head.POW, PI, minus(2)), math.pi**-2),
        (node(Head.POW, Int(5), number(Fraction(2, 3))), 5 ** (2 / 3)),
        (node(Head.POW, Int(5), number(Fraction(-3, 2))), 5**-1.5),
        (node(Head.POW, Int(3), PI), 3**math.pi),
        (node(Head.POW, Int(0), Int(2)), 0),
        (node(Head.POW, minus(2), Int(3)), -8),
        (node(Head.POW, PI, Int(0)), 1),
        *((node(Head.ROOT, Int(5), Int(n)), 5 ** (1 / n)) for n in (2, 3, 4, 63, 64)),
        (node(Head.ROOT, node(Head.MUL, Int(2), Int(8)), node(Head.ADD, ONE, ONE)), 4),
        (node(Head.FACTORIAL, Int(0)), 1),
        (node(Head.FACTORIAL, Int(5)), 120),
        (node(Head.BINOMIAL, Int(7), Int(3)), 35),
        (node(Head.GCD, Int(12), Int(18)), 6),
        (node(Head.LCM, Int(4), Int(6)), 12),
        (node(Head.MOD, Int(17), Int(5)), 2),
    ],
)
def test_a_ball_holds_the_value_and_little_else(term: Expr, expected: float) -> None:
    with flint.ctx.workprec(128):
        ball = enclose(term, NOTHING)
    assert float(ball.mid()) == pytest.approx(expected, rel=1e-14, abs=1e-30)
    assert float(ball.rad()) < 1e-30


OUT, SIDE, BUDGET, ROUNDED = Reason.OUT_OF_SCOPE, Reason.SIDE_CONDITION, Reason.OUT_OF_BUDGET, Reason.ROUNDED


@pytest.mark.parametrize(
    ("term", "reason"),
    [
        (Sym("x"), OUT),
        (Const("i"), OUT),
        (node(Head.DIFF, Int(1), Int(1), Int(1)), OUT),
        (node(Head.DIV, PI, Int(0)), SIDE),
        (node(Head.LOG, Int(5), Int(0)), SIDE),
        (node(Head.LOG, Int(5), minus(2)), SIDE),
        (node(Head.LOG, Int(5), Int(1)), SIDE),
        (node(Head.LOG, Int(0), Int(2)), SIDE),
        (node(Head.LOG, minus(5), Int(2)), SIDE),
        (node(Head.SQRT, minus(1)), OUT),
        (node(Head.ROOT, minus(8), Int(3)), OUT),
        (node(Head.ROOT, Int(5), Int(1)), OUT),
        (node(Head.ROOT, Int(5), Int(0)), OUT),
        (node(Head.ROOT, Int(5), minus(2)), OUT),
        (node(Head.ROOT, Int(5), Int(65)), OUT),
        (node(Head.ROOT, Int(5), number(Fraction(5, 2))), OUT),
        (node(Head.ROOT, Int(5), PI), OUT),
        (node(Head.ROOT, Int(5), node(Head.DIV, Int(1), Int(0))), SIDE),
        (node(Head.POW, Int(2), FIVE), ROUNDED),
        (node(Head.POW, Int(2), node(Head.ADD, Int(1), FIVE)), ROUNDED),
        (node(Head.POW, minus(2), PI), OUT),
        (node(Head.POW, Int(0), PI), OUT),
        (node(Head.POW, minus(2), HALF), OUT),
        (node(Head.POW, Int(1), Int(2**MAX_POWER_BITS)), BUDGET),
        (node(Head.POW, Int(2), number(Fraction(1, 65))), BUDGET),
        (node(Head.POW, Int(2), node(Head.DIV, Int(1), Int(0))), SIDE),
        (node(Head.FACTORIAL, minus(1)), SIDE),
        (node(Head.FACTORIAL, HALF), SIDE),
        (node(Head.FACTORIAL, PI), SIDE),
        (node(Head.FACTORIAL, FIVE), SIDE),
        (node(Head.FACTORIAL, Int(MAX_FACTORIAL + 1)), BUDGET),
        *((node(op, Int(7), FIVE), ROUNDED) for op in (Head.BINOMIAL, Head.GCD, Head.LCM, Head.MOD)),
        *((node(op, Int(7), HALF), SIDE) for op in (Head.BINOMIAL, Head.GCD, Head.LCM)),
        (node(Head.MOD, Int(7), Int(0)), SIDE),
        (node(Head.BINOMIAL, Int(10**9), Int(5 * 10**8)), BUDGET),
        (node(Head.GCD, Int(7), PI), SIDE),
    ],
)
def test_where_there_is_no_value_the_reason_is_told(term: Expr, reason: Reason) -> None:
    with pytest.raises(CheckFailed) as refused:
        enclose(term, LOOSE)
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    "term",
    [
        node(Head.DIV, Int(1), ZERO),
        node(Head.DIV, Int(1), node(Head.SIN, PI)),
        node(Head.TAN, node(Head.DIV, PI, Int(2))),
        node(Head.SQRT, ZERO),
        node(Head.ROOT, ZERO, Int(3)),
        node(Head.POW, ZERO, HALF),
        node(Head.POW, ZERO, minus(2)),
        node(Head.POW, ZERO, Int(0)),
        node(Head.POW, Int(0), Int(0)),
        node(Head.POW, Int(0), minus(1)),
        node(Head.LOG, Int(5), NEAR_ONE),
        node(Head.LOG, Int(5), ZERO),
        node(Head.LOG, ZERO, Int(5)),
        node(Head.FLOOR, NEAR_ONE),
        node(Head.CEIL, NEAR_ONE),
    ],
)
def test_where_it_is_not_sure_that_there_is_a_value_a_finer_precision_may_tell(term: Expr) -> None:
    with pytest.raises(Doubtful):
        enclose(term, LOOSE)


def test_the_largest_powers_and_factorials_that_are_worked_out() -> None:
    assert float(enclose(node(Head.POW, Int(1), Int(2**MAX_POWER_BITS - 1)), NOTHING)) == 1.0
    assert float(enclose(node(Head.POW, Int(2), number(Fraction(1, 64))), NOTHING)) == pytest.approx(2 ** (1 / 64))
    assert enclose(node(Head.FACTORIAL, Int(MAX_FACTORIAL)), NOTHING) > 0


def test_a_rounded_decimal_is_within_a_unit_of_its_last_place_and_any_other_is_itself() -> None:
    loose, exact = enclose(Dec(150, 2), frozenset({Dec(150, 2)})), enclose(Dec(150, 2), frozenset({Dec(15, 1)}))
    assert exact.is_exact() and float(exact) == 1.5
    for x, inside in ((Fraction(149, 100), True), (Fraction(151, 100), True), (Fraction(1489, 1000), False)):
        assert loose.contains(rational(x)) is inside
    assert not loose.contains(rational(Fraction(1511, 1000)))
    for term in (node(Head.POW, FIVE, Int(2)), node(Head.ROOT, FIVE, Int(2)), node(Head.SQRT, FIVE)):
        assert float(enclose(term, LOOSE).rad()) > 0.01
    assert float(enclose(node(Head.POW, FIVE, PI), LOOSE).rad()) > 0.01
    for op in (Head.GCD, Head.LCM, Head.MOD):  # a decimal that is not rounded is a number like others
        assert enclose(node(op, Int(10), FIVE), frozenset({ZERO})).is_exact()


def test_precision_is_set_while_it_is_out_and_put_back() -> None:
    before = flint.ctx.prec
    assert [flint.ctx.prec for _ in precisions()] == list(PRECISIONS) and flint.ctx.prec == before


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (PI, 1),
        (node(Head.SUB, E, PI), -1),
        (node(Head.SUB, node(Head.SQRT, Int(10**80 + 1)), Int(10**40)), 1),
        (node(Head.SUB, Int(10**40), node(Head.SQRT, Int(10**80 + 1))), -1),
        (node(Head.FLOOR, node(Head.MUL, Int(10**30), PI)), 1),
        (Int(0), None),
        (node(Head.SIN, PI), None),
        (node(Head.DIV, Int(1), node(Head.SIN, PI)), None),
        (node(Head.DIV, Int(1), Int(0)), None),
        (node(Head.SQRT, minus(1)), None),
        (Sym("x"), None),
        (node(Head.ADD, node(Head.ABS, Sym("x")), Int(1)), None),
    ],
)
def test_a_sign_is_told_only_where_it_is_sure(term: Expr, expected: int | None) -> None:
    assert sign(term) == expected


@pytest.mark.parametrize(
    ("term", "expected"),
    [(node(Head.DIV, Int(6), Int(4)), Fraction(3, 2)), (minus(3), -3), (PI, None), (Sym("x"), None), (SQRT2, None)],
)
def test_an_exact_value_is_rational_or_none(term: Expr, expected: Fraction | None) -> None:
    assert exactly(term) == expected


def test_an_exact_value_of_what_is_undefined_is_refused() -> None:
    with pytest.raises(CheckFailed) as refused:
        exactly(node(Head.DIV, Int(1), Int(0)))
    assert refused.value.reason is Reason.SIDE_CONDITION


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (node(Head.FLOOR, number(Fraction(7, 2))), 3),
        (node(Head.MIN, number(Fraction(7, 2)), Int(5)), Fraction(7, 2)),
        (node(Head.FLOOR, PI), 3),
        (node(Head.CEIL, PI), 4),
        (node(Head.FLOOR, node(Head.MUL, Int(10**20), PI)), 314159265358979323846),
        (node(Head.MAX, Int(3), node(Head.SIN, Int(0))), 3),
        (node(Head.MAX, HALF, node(Head.SIN, Int(0))), None),  # exact, and not whole
        (node(Head.MIN, PI, Int(4)), None),
        (node(Head.FLOOR, node(Head.MUL, node(Head.LOG, Int(2), E), node(Head.LOG, E, Int(2)))), None),
        (node(Head.FLOOR, node(Head.SQRT, minus(1))), None),
        (node(Head.FLOOR, Sym("x")), None),
    ],
)
def test_a_step_has_the_value_that_is_sure(term: Expr, expected: Fraction | None) -> None:
    if expected is not None:
        assert step_value(term) == expected  # type: ignore[arg-type]
        return
    with pytest.raises(CheckFailed):
        step_value(term)  # type: ignore[arg-type]
