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
from verifier.kernel.term import Const, Dec, Int, Op, Sym, Term, app, number
from verifier.kernel.verdict import CheckFailed, Reason

NOTHING = frozenset[Dec]()
ZERO, ONE, NEAR_ONE, FIVE = Dec(0, 1), Int(1), Dec(10, 1), Dec(50, 1)
LOOSE = frozenset({ZERO, NEAR_ONE, FIVE})
PI, E = Const("pi"), Const("e")
HALF = number(Fraction(1, 2))
SQRT2 = app(Op.SQRT, Int(2))


def minus(x: int) -> Term:
    return app(Op.NEG, Int(x))


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (Int(7), 7),
        (Dec(125, 2), 1.25),
        (PI, math.pi),
        (E, math.e),
        (app(Op.ADD, PI, Int(2)), math.pi + 2),
        (app(Op.SUB, PI, Int(2)), math.pi - 2),
        (app(Op.MUL, PI, Int(3)), math.pi * 3),
        (app(Op.DIV, PI, Int(3)), math.pi / 3),
        (app(Op.NEG, PI), -math.pi),
        (SQRT2, math.sqrt(2)),
        (app(Op.SQRT, Int(0)), 0),
        (app(Op.ABS, app(Op.NEG, PI)), math.pi),
        (app(Op.PERCENT, PI), math.pi / 100),
        (app(Op.FLOOR, PI), 3),
        (app(Op.CEIL, PI), 4),
        (app(Op.FLOOR, app(Op.NEG, PI)), -4),
        (app(Op.CEIL, app(Op.NEG, PI)), -3),
        (app(Op.MIN, PI, E), math.e),
        (app(Op.MAX, PI, E), math.pi),
        (app(Op.SIN, Int(1)), math.sin(1)),
        (app(Op.COS, Int(1)), math.cos(1)),
        (app(Op.TAN, Int(1)), math.tan(1)),
        (app(Op.LOG, Int(3), Int(5)), math.log(5, 3)),
        (app(Op.LOG, HALF, Int(8)), -3),
        (app(Op.POW, Int(3), Int(4)), 81),
        (app(Op.POW, PI, minus(2)), math.pi**-2),
        (app(Op.POW, Int(5), number(Fraction(2, 3))), 5 ** (2 / 3)),
        (app(Op.POW, Int(5), number(Fraction(-3, 2))), 5**-1.5),
        (app(Op.POW, Int(3), PI), 3**math.pi),
        (app(Op.POW, Int(0), Int(2)), 0),
        (app(Op.POW, minus(2), Int(3)), -8),
        (app(Op.POW, PI, Int(0)), 1),
        *((app(Op.ROOT, Int(n), Int(5)), 5 ** (1 / n)) for n in (2, 3, 4, 63, 64)),
        (app(Op.ROOT, app(Op.ADD, ONE, ONE), app(Op.MUL, Int(2), Int(8))), 4),
        (app(Op.FACT, Int(0)), 1),
        (app(Op.FACT, Int(5)), 120),
        (app(Op.BINOM, Int(7), Int(3)), 35),
        (app(Op.GCD, Int(12), Int(18)), 6),
        (app(Op.LCM, Int(4), Int(6)), 12),
        (app(Op.MOD, Int(17), Int(5)), 2),
    ],
)
def test_a_ball_holds_the_value_and_little_else(term: Term, expected: float) -> None:
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
        (app(Op.DIFF, Int(1), Int(1)), OUT),
        (app(Op.DIV, PI, Int(0)), SIDE),
        (app(Op.LOG, Int(0), Int(5)), SIDE),
        (app(Op.LOG, minus(2), Int(5)), SIDE),
        (app(Op.LOG, Int(1), Int(5)), SIDE),
        (app(Op.LOG, Int(2), Int(0)), SIDE),
        (app(Op.LOG, Int(2), minus(5)), SIDE),
        (app(Op.SQRT, minus(1)), OUT),
        (app(Op.ROOT, Int(3), minus(8)), OUT),
        (app(Op.ROOT, Int(1), Int(5)), OUT),
        (app(Op.ROOT, Int(0), Int(5)), OUT),
        (app(Op.ROOT, minus(2), Int(5)), OUT),
        (app(Op.ROOT, Int(65), Int(5)), OUT),
        (app(Op.ROOT, number(Fraction(5, 2)), Int(5)), OUT),
        (app(Op.ROOT, PI, Int(5)), OUT),
        (app(Op.ROOT, app(Op.DIV, Int(1), Int(0)), Int(5)), SIDE),
        (app(Op.POW, Int(2), FIVE), ROUNDED),
        (app(Op.POW, Int(2), app(Op.ADD, Int(1), FIVE)), ROUNDED),
        (app(Op.POW, minus(2), PI), OUT),
        (app(Op.POW, Int(0), PI), OUT),
        (app(Op.POW, minus(2), HALF), OUT),
        (app(Op.POW, Int(1), Int(2**MAX_POWER_BITS)), BUDGET),
        (app(Op.POW, Int(2), number(Fraction(1, 65))), BUDGET),
        (app(Op.POW, Int(2), app(Op.DIV, Int(1), Int(0))), SIDE),
        (app(Op.FACT, minus(1)), SIDE),
        (app(Op.FACT, HALF), SIDE),
        (app(Op.FACT, PI), SIDE),
        (app(Op.FACT, FIVE), SIDE),
        (app(Op.FACT, Int(MAX_FACTORIAL + 1)), BUDGET),
        *((app(op, Int(7), FIVE), ROUNDED) for op in (Op.BINOM, Op.GCD, Op.LCM, Op.MOD)),
        *((app(op, Int(7), HALF), SIDE) for op in (Op.BINOM, Op.GCD, Op.LCM)),
        (app(Op.MOD, Int(7), Int(0)), SIDE),
        (app(Op.BINOM, Int(10**9), Int(5 * 10**8)), BUDGET),
        (app(Op.GCD, Int(7), PI), SIDE),
    ],
)
def test_where_there_is_no_value_the_reason_is_told(term: Term, reason: Reason) -> None:
    with pytest.raises(CheckFailed) as refused:
        enclose(term, LOOSE)
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    "term",
    [
        app(Op.DIV, Int(1), ZERO),
        app(Op.DIV, Int(1), app(Op.SIN, PI)),
        app(Op.TAN, app(Op.DIV, PI, Int(2))),
        app(Op.SQRT, ZERO),
        app(Op.ROOT, Int(3), ZERO),
        app(Op.POW, ZERO, HALF),
        app(Op.POW, ZERO, minus(2)),
        app(Op.POW, ZERO, Int(0)),
        app(Op.POW, Int(0), Int(0)),
        app(Op.POW, Int(0), minus(1)),
        app(Op.LOG, NEAR_ONE, Int(5)),
        app(Op.LOG, ZERO, Int(5)),
        app(Op.LOG, Int(5), ZERO),
        app(Op.FLOOR, NEAR_ONE),
        app(Op.CEIL, NEAR_ONE),
    ],
)
def test_where_it_is_not_sure_that_there_is_a_value_a_finer_precision_may_tell(term: Term) -> None:
    with pytest.raises(Doubtful):
        enclose(term, LOOSE)


def test_the_largest_powers_and_factorials_that_are_worked_out() -> None:
    assert float(enclose(app(Op.POW, Int(1), Int(2**MAX_POWER_BITS - 1)), NOTHING)) == 1.0
    assert float(enclose(app(Op.POW, Int(2), number(Fraction(1, 64))), NOTHING)) == pytest.approx(2 ** (1 / 64))
    assert enclose(app(Op.FACT, Int(MAX_FACTORIAL)), NOTHING) > 0


def test_a_rounded_decimal_is_within_a_unit_of_its_last_place_and_any_other_is_itself() -> None:
    loose, exact = enclose(Dec(150, 2), frozenset({Dec(150, 2)})), enclose(Dec(150, 2), frozenset({Dec(15, 1)}))
    assert exact.is_exact() and float(exact) == 1.5
    for x, inside in ((Fraction(149, 100), True), (Fraction(151, 100), True), (Fraction(1489, 1000), False)):
        assert loose.contains(rational(x)) is inside
    assert not loose.contains(rational(Fraction(1511, 1000)))
    for term in (app(Op.POW, FIVE, Int(2)), app(Op.ROOT, Int(2), FIVE), app(Op.SQRT, FIVE)):
        assert float(enclose(term, LOOSE).rad()) > 0.01
    assert float(enclose(app(Op.POW, FIVE, PI), LOOSE).rad()) > 0.01
    for op in (Op.GCD, Op.LCM, Op.MOD):  # a decimal that is not rounded is a number like others
        assert enclose(app(op, Int(10), FIVE), frozenset({ZERO})).is_exact()


def test_precision_is_set_while_it_is_out_and_put_back() -> None:
    before = flint.ctx.prec
    assert [flint.ctx.prec for _ in precisions()] == list(PRECISIONS) and flint.ctx.prec == before


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (PI, 1),
        (app(Op.SUB, E, PI), -1),
        (app(Op.SUB, app(Op.SQRT, Int(10**80 + 1)), Int(10**40)), 1),
        (app(Op.SUB, Int(10**40), app(Op.SQRT, Int(10**80 + 1))), -1),
        (app(Op.FLOOR, app(Op.MUL, Int(10**30), PI)), 1),
        (Int(0), None),
        (app(Op.SIN, PI), None),
        (app(Op.DIV, Int(1), app(Op.SIN, PI)), None),
        (app(Op.DIV, Int(1), Int(0)), None),
        (app(Op.SQRT, minus(1)), None),
        (Sym("x"), None),
        (app(Op.ADD, app(Op.ABS, Sym("x")), Int(1)), None),
    ],
)
def test_a_sign_is_told_only_where_it_is_sure(term: Term, expected: int | None) -> None:
    assert sign(term) == expected


@pytest.mark.parametrize(
    ("term", "expected"),
    [(app(Op.DIV, Int(6), Int(4)), Fraction(3, 2)), (minus(3), -3), (PI, None), (Sym("x"), None), (SQRT2, None)],
)
def test_an_exact_value_is_rational_or_none(term: Term, expected: Fraction | None) -> None:
    assert exactly(term) == expected


def test_an_exact_value_of_what_is_undefined_is_refused() -> None:
    with pytest.raises(CheckFailed) as refused:
        exactly(app(Op.DIV, Int(1), Int(0)))
    assert refused.value.reason is Reason.SIDE_CONDITION


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (app(Op.FLOOR, number(Fraction(7, 2))), 3),
        (app(Op.MIN, number(Fraction(7, 2)), Int(5)), Fraction(7, 2)),
        (app(Op.FLOOR, PI), 3),
        (app(Op.CEIL, PI), 4),
        (app(Op.FLOOR, app(Op.MUL, Int(10**20), PI)), 314159265358979323846),
        (app(Op.MAX, Int(3), app(Op.SIN, Int(0))), 3),
        (app(Op.MAX, HALF, app(Op.SIN, Int(0))), None),  # exact, and not whole
        (app(Op.MIN, PI, Int(4)), None),
        (app(Op.FLOOR, app(Op.MUL, app(Op.LOG, E, Int(2)), app(Op.LOG, Int(2), E))), None),
        (app(Op.FLOOR, app(Op.SQRT, minus(1))), None),
        (app(Op.FLOOR, Sym("x")), None),
    ],
)
def test_a_step_has_the_value_that_is_sure(term: Term, expected: Fraction | None) -> None:
    if expected is not None:
        assert step_value(term) == expected  # type: ignore[arg-type]
        return
    with pytest.raises(CheckFailed):
        step_value(term)  # type: ignore[arg-type]
