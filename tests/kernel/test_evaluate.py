"""The kernel's evaluator against values and a rounding table written from mathematics."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.kernel.claim import Claim, Premise, Relation, Standing
from verifier.kernel.evaluate import (
    MAX_BITS,
    NotEvaluated,
    Outcome,
    OverBudget,
    Undefined,
    Unsupported,
    compare,
    interval,
    satisfies,
    value,
)
from verifier.kernel.term import MAX_DEPTH, Const, Dec, Int, Op, Sym, Term, TermTooLarge, app, letters, number, walk

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
        (app(Op.FACT, Int(0)), 1),
        (app(Op.MIN, TWO, THREE), 2),
        (app(Op.MAX, TWO, THREE), 3),
        (app(Op.FLOOR, app(Op.NEG, TWO_THIRDS)), -1),
        (app(Op.CEIL, app(Op.NEG, TWO_THIRDS)), 0),
        (app(Op.GCD, MINUS_EIGHT, Int(12)), 4),
        (app(Op.LCM, EIGHT, Int(12)), 24),
        (app(Op.MOD, MINUS_EIGHT, THREE), 1),
        (app(Op.MOD, EIGHT, Int(1)), 0),
        (app(Op.POW, app(Op.NEG, Int(1)), Int(10**30 + 1)), -1),
        (app(Op.POW, Int(1), app(Op.NEG, Int(10**30))), 1),
        (app(Op.POW, Int(0), TWO), 0),
        (app(Op.ROOT, Int(64), Int(2**64)), 2),
        (app(Op.ROOT, TWO, app(Op.DIV, Int(1), Int(10**40))), Fraction(1, 10**20)),
        (app(Op.SQRT, Int((10**30 + 7) ** 2)), 10**30 + 7),
        (Int(999), 999),
        (Int(1000), 1000),
        (Dec(1000, 3), 1),
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
        (app(Op.FACT, Int(2001)), OverBudget),
        (app(Op.BINOM, Int(2001), TWO), OverBudget),
        (app(Op.BINOM, TWO, Int(2001)), OverBudget),
        (app(Op.FACT, app(Op.NEG, Int(1))), Undefined),
        (app(Op.BINOM, TWO, app(Op.NEG, Int(1))), Undefined),
        (app(Op.GCD, TWO_THIRDS, TWO), Undefined),
        (app(Op.LCM, TWO, TWO_THIRDS), Undefined),
        (app(Op.MOD, TWO_THIRDS, TWO), Undefined),
        (app(Op.MOD, TWO, Int(0)), Undefined),
        (app(Op.MOD, TWO, MINUS_EIGHT), Undefined),
        (app(Op.ROOT, Int(1), TWO), Unsupported),
        (app(Op.ROOT, Int(65), Int(1)), Unsupported),
        (app(Op.ROOT, TWO_THIRDS, Int(1)), Unsupported),
        (app(Op.SQRT, Int((10**30 + 7) ** 2 - 1)), Unsupported),
        (app(Op.SIN, TWO), Unsupported),
    ],
)
def test_a_term_without_a_rational_value_is_refused_with_its_kind(term: Term, error: type[NotEvaluated]) -> None:
    with pytest.raises(error):
        value(term, {})


def test_a_value_has_at_most_60000_bits() -> None:
    large = app(Op.MUL, app(Op.POW, TWO, Int(40_000)), app(Op.POW, TWO, Int(MAX_BITS - 40_002)))
    assert value(large, {}) == 2 ** (MAX_BITS - 2)  # and one bit of its denominator
    assert value(app(Op.FACT, Int(2000)), {}) and value(app(Op.BINOM, Int(2000), TWO), {}) == 1999000
    for term in (app(Op.MUL, large, TWO), app(Op.ADD, large, large)):
        with pytest.raises(OverBudget):
            value(term, {})
    with pytest.raises(OverBudget):
        interval(app(Op.MUL, large, Dec(10, 1)), {}, frozenset({Dec(10, 1)}))
    with pytest.raises(OverBudget):
        value(app(Op.POW, TWO, Int(40_001)), {})  # two factors of three bits each


@pytest.mark.parametrize("op", [Op.FACT, Op.BINOM, Op.GCD, Op.LCM, Op.MOD, Op.POW, Op.ROOT])
def test_a_rounded_decimal_is_not_where_an_exact_value_is_needed(op: Op) -> None:
    loose = Dec(50, 1)
    places = {Op.FACT: 1, Op.BINOM: 2, Op.GCD: 2, Op.LCM: 2, Op.MOD: 2, Op.POW: 2, Op.ROOT: 2}
    exact = {Op.POW: (1,), Op.ROOT: (0,)}.get(op, range(places[op]))
    for place in range(places[op]):
        term = app(op, *(loose if i == place else TWO for i in range(places[op])))
        if place in exact:
            with pytest.raises(Unsupported, match="needs an exact value"):
                interval(term, {}, frozenset({loose}))
        elif op is Op.POW:
            assert interval(term, {}, frozenset({loose})) == (Fraction(49, 10) ** 2, Fraction(51, 10) ** 2)


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
        (TWO_THIRDS, "≈", app(Op.DIV, Int(7), Int(10)), (), Outcome.ROUNDED),
        (app(Op.DIV, Int(9), Int(20)), "≈", app(Op.DIV, Int(1), TWO), (), Outcome.ROUNDED),
        (app(Op.DIV, Int(1), TWO), "≈", app(Op.DIV, Int(9), Int(20)), (), Outcome.ROUNDED),
        (TWO_THIRDS, "≈", app(Op.DIV, Int(1), TWO), (), Outcome.FAILS),
        (TWO_THIRDS, "=", app(Op.DIV, Int(7), Int(10)), (), Outcome.FAILS),
        (TWO_THIRDS, "≈", TWO_THIRDS, (), Outcome.HOLDS),
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


@pytest.mark.parametrize("atom", [Int(1), Dec(1, 1), X, Const("pi")])
def test_terms_bound_their_depth(atom: Term) -> None:
    term = atom
    for depth in range(1, MAX_DEPTH):
        assert term.depth == depth
        term = app(Op.NEG, term)
    with pytest.raises(TermTooLarge):
        app(Op.NEG, term)
    assert app(Op.ADD, app(Op.NEG, atom), atom).depth == app(Op.ADD, atom, app(Op.NEG, atom)).depth == 3


@pytest.mark.parametrize(
    ("digits", "places"), [(-1, None), (2**8000, None), (-1, 1), (2**8000, 1), (1, 0), (1, -1), (1, 2001)]
)
def test_numerals_are_bounded_and_never_negative(digits: int, places: int | None) -> None:
    with pytest.raises(TermTooLarge):
        assert Int(digits) if places is None else Dec(digits, places)
    assert Int(2**8000 - 1) and Dec(2**8000 - 1, 2000) and Int(0) and Dec(0, 1)


@pytest.mark.parametrize("op", Op)
def test_an_operation_takes_as_many_terms_as_it_has(op: Op) -> None:
    alone = (Op.NEG, Op.SQRT, Op.ABS, Op.FACT, Op.PERCENT, Op.FLOOR, Op.CEIL, Op.SIN, Op.COS, Op.TAN)
    for count in range(4):
        if count == (1 if op in alone else 2):
            assert app(op, *[X] * count).letters == {"x"}
        else:
            with pytest.raises(ValueError, match="takes"):
                app(op, *[X] * count)


def test_a_constant_is_one_of_three() -> None:
    assert [Const(name).name for name in ("pi", "e", "i")] == ["pi", "e", "i"]
    for name in ("tau", "I", ""):
        with pytest.raises(ValueError):
            Const(name)


def test_a_decimal_is_its_digits_at_its_places_and_says_its_unit() -> None:
    assert (Dec(150, 2).value, Dec(150, 2).unit) == (Fraction(3, 2), Fraction(1, 100))


def test_a_term_is_walked_outermost_first_from_left_to_right() -> None:
    inner = app(Op.MUL, X, TWO)
    assert list(walk(app(Op.ADD, inner, Sym("y")))) == [app(Op.ADD, inner, Sym("y")), inner, X, TWO, Sym("y")]
    assert letters(inner, Sym("y"), TWO) == {"x", "y"} and letters() == letters(TWO, Const("e")) == frozenset()


def test_a_number_is_spelled_by_a_term_of_the_same_value() -> None:
    for x in (Fraction(0), Fraction(-3), Fraction(2, 7), Fraction(-2, 7)):
        assert value(number(x), {}) == x


def test_a_fingerprint_tells_claims_apart_and_ignores_the_order_of_rounded_decimals() -> None:
    decimals = [Dec(i, 1) for i in range(20)]
    one, two = (Claim(Relation.EQ, X, TWO, rounded=frozenset(each)) for each in (decimals, list(reversed(decimals))))
    assert one.fingerprint == two.fingerprint
    assert len({c.fingerprint for c in (one, Claim(Relation.EQ, X, TWO), Claim(Relation.EQ, X, Dec(20, 1)))}) == 3
