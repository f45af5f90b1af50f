"""The kernel's evaluator against values and a rounding table written from mathematics."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.checkers.evaluate import Outcome, compare, interval, satisfies, value
from verifier.checkers.functions import MAX_BITS, NotEvaluated, OverBudget, Undefined, Unsupported
from verifier.kernel.claim import Standing, relate, suppose
from verifier.kernel.expr import (
    ARGUMENTS,
    MAX_NESTING,
    SCOPED,
    Const,
    Dec,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Sym,
    free_names,
    node,
    number,
    walk_expr,
)
from verifier.kernel.functions import RELATIONS

TWO, THREE, EIGHT = Int(2), Int(3), Int(8)
TWO_THIRDS = node(Head.DIV, TWO, THREE)
MINUS_EIGHT = node(Head.NEG, EIGHT)
THIRD = node(Head.DIV, Int(1), THREE)
SHOWN_33 = Dec(3333, 2)
X = Sym("x")


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (node(Head.ADD, TWO, THREE), 5),
        (node(Head.SUB, TWO, THREE), -1),
        (node(Head.MUL, Dec(50, 2), THREE), Fraction(3, 2)),
        (TWO_THIRDS, Fraction(2, 3)),
        (node(Head.PERCENT, Int(15)), Fraction(3, 20)),
        (node(Head.POW, TWO, node(Head.NEG, THREE)), Fraction(1, 8)),
        (node(Head.POW, EIGHT, TWO_THIRDS), 4),
        (node(Head.POW, node(Head.NEG, Int(1)), Int(10**30)), 1),
        (node(Head.SQRT, node(Head.DIV, Int(9), Int(16))), Fraction(3, 4)),
        (node(Head.ROOT, Int(27), THREE), 3),
        (node(Head.ROOT, Int(0), THREE), 0),
        (node(Head.ABS, MINUS_EIGHT), 8),
        (node(Head.FACTORIAL, Int(5)), 120),
        (node(Head.BINOMIAL, Int(5), TWO), 10),
        (node(Head.BINOMIAL, TWO, Int(5)), 0),
        (node(Head.FACTORIAL, Int(0)), 1),
        (node(Head.MIN, TWO, THREE), 2),
        (node(Head.MAX, TWO, THREE), 3),
        (node(Head.FLOOR, node(Head.NEG, TWO_THIRDS)), -1),
        (node(Head.CEIL, node(Head.NEG, TWO_THIRDS)), 0),
        (node(Head.GCD, MINUS_EIGHT, Int(12)), 4),
        (node(Head.LCM, EIGHT, Int(12)), 24),
        (node(Head.MOD, MINUS_EIGHT, THREE), 1),
        (node(Head.MOD, EIGHT, Int(1)), 0),
        (node(Head.POW, node(Head.NEG, Int(1)), Int(10**30 + 1)), -1),
        (node(Head.POW, Int(1), node(Head.NEG, Int(10**30))), 1),
        (node(Head.POW, Int(0), TWO), 0),
        (node(Head.ROOT, Int(2**64), Int(64)), 2),
        (node(Head.ROOT, node(Head.DIV, Int(1), Int(10**40)), TWO), Fraction(1, 10**20)),
        (node(Head.SQRT, Int((10**30 + 7) ** 2)), 10**30 + 7),
        (Int(999), 999),
        (Int(1000), 1000),
        (Dec(1000, 3), 1),
    ],
)
def test_a_closed_term_has_its_exact_value(term: Expr, expected: Fraction | int) -> None:
    assert value(term, {}) == expected


@pytest.mark.parametrize(
    ("term", "error"),
    [
        (node(Head.DIV, TWO, Int(0)), Undefined),
        (node(Head.MUL, Int(0), node(Head.DIV, TWO, Int(0))), Undefined),
        (node(Head.POW, Int(0), Int(0)), Undefined),
        (node(Head.POW, Int(0), node(Head.NEG, TWO)), Undefined),
        (node(Head.FACTORIAL, TWO_THIRDS), Undefined),
        (node(Head.SQRT, TWO), Unsupported),
        (node(Head.SQRT, node(Head.NEG, Int(4))), Unsupported),
        (node(Head.POW, MINUS_EIGHT, THIRD), Unsupported),
        (node(Head.ROOT, MINUS_EIGHT, THREE), Unsupported),
        (Const("pi"), Unsupported),
        (X, Unsupported),
        (node(Head.POW, Int(9), node(Head.POW, Int(9), Int(9))), OverBudget),
        (node(Head.FACTORIAL, node(Head.POW, Int(10), Int(9))), OverBudget),
        (node(Head.FACTORIAL, Int(2001)), OverBudget),
        (node(Head.BINOMIAL, Int(2001), TWO), OverBudget),
        (node(Head.BINOMIAL, TWO, Int(2001)), OverBudget),
        (node(Head.FACTORIAL, node(Head.NEG, Int(1))), Undefined),
        (node(Head.BINOMIAL, TWO, node(Head.NEG, Int(1))), Undefined),
        (node(Head.GCD, TWO_THIRDS, TWO), Undefined),
        (node(Head.LCM, TWO, TWO_THIRDS), Undefined),
        (node(Head.MOD, TWO_THIRDS, TWO), Undefined),
        (node(Head.MOD, TWO, Int(0)), Undefined),
        (node(Head.MOD, TWO, MINUS_EIGHT), Undefined),
        (node(Head.ROOT, TWO, Int(1)), Unsupported),
        (node(Head.ROOT, Int(1), Int(65)), Unsupported),
        (node(Head.ROOT, Int(1), TWO_THIRDS), Unsupported),
        (node(Head.SQRT, Int((10**30 + 7) ** 2 - 1)), Unsupported),
        (node(Head.SIN, TWO), Unsupported),
    ],
)
def test_a_term_without_a_rational_value_is_refused_with_its_kind(term: Expr, error: type[NotEvaluated]) -> None:
    with pytest.raises(error):
        value(term, {})


def test_a_value_has_at_most_60000_bits() -> None:
    large = node(Head.MUL, node(Head.POW, TWO, Int(40_000)), node(Head.POW, TWO, Int(MAX_BITS - 40_002)))
    assert value(large, {}) == 2 ** (MAX_BITS - 2)  # and one bit of its denominator
    assert value(node(Head.FACTORIAL, Int(2000)), {}) and value(node(Head.BINOMIAL, Int(2000), TWO), {}) == 1999000
    for term in (node(Head.MUL, large, TWO), node(Head.ADD, large, large)):
        with pytest.raises(OverBudget):
            value(term, {})
    with pytest.raises(OverBudget):
        interval(node(Head.MUL, large, Dec(10, 1)), {}, frozenset({Dec(10, 1)}))
    with pytest.raises(OverBudget):
        value(node(Head.POW, TWO, Int(40_001)), {})  # two factors of three bits each


@pytest.mark.parametrize("op", [Head.FACTORIAL, Head.BINOMIAL, Head.GCD, Head.LCM, Head.MOD, Head.POW, Head.ROOT])
def test_a_rounded_decimal_is_not_where_an_exact_value_is_needed(op: Head) -> None:
    loose = Dec(50, 1)
    places = {Head.FACTORIAL: 1, Head.BINOMIAL: 2, Head.GCD: 2, Head.LCM: 2, Head.MOD: 2, Head.POW: 2, Head.ROOT: 2}
    exact = {Head.POW: (1,), Head.ROOT: (1,)}.get(op, range(places[op]))
    for place in range(places[op]):
        term = node(op, *(loose if i == place else TWO for i in range(places[op])))
        if place in exact:
            with pytest.raises(Unsupported, match="needs an exact value"):
                interval(term, {}, frozenset({loose}))
        elif op is Head.POW:
            assert interval(term, {}, frozenset({loose})) == (Fraction(49, 10) ** 2, Fraction(51, 10) ** 2)


def test_an_interval_holds_every_value_of_rounded_decimals() -> None:
    ball = node(Head.SUB, Dec(5, 1), Dec(4, 1))
    assert interval(ball, {}, frozenset({Dec(5, 1)})) == (0, Fraction(1, 5))
    square = node(Head.POW, node(Head.SUB, Dec(1, 1), Dec(10, 2)), TWO)
    assert interval(square, {}, frozenset({Dec(1, 1)})) == (0, Fraction(1, 100))
    with pytest.raises(NotEvaluated):
        interval(node(Head.DIV, TWO, Dec(1, 1)), {}, frozenset({Dec(1, 1)}))
    with pytest.raises(Unsupported):
        interval(node(Head.POW, TWO, Dec(10, 1)), {}, frozenset({Dec(10, 1)}))


@pytest.mark.parametrize(
    ("left", "relation", "right", "rounded", "expected"),
    [
        (node(Head.MUL, Dec(5, 1), THREE), "=", Dec(16, 1), (), Outcome.FAILS),
        (node(Head.MUL, Dec(5, 1), THREE), "=", Dec(15, 1), (), Outcome.HOLDS),
        (TWO_THIRDS, "=", Dec(67, 2), (), Outcome.HOLDS_ROUNDED),
        (Dec(67, 2), "=", TWO_THIRDS, (), Outcome.HOLDS_ROUNDED),
        (TWO_THIRDS, "=", Dec(66, 2), (), Outcome.ROUNDED),
        (TWO_THIRDS, "=", Dec(76, 2), (), Outcome.FAILS),
        (TWO_THIRDS, "≈", Dec(67, 2), (), Outcome.HOLDS_ROUNDED),
        (TWO_THIRDS, "≈", Dec(9, 1), (), Outcome.FAILS),
        (node(Head.MUL, SHOWN_33, THREE), "=", Int(100), (SHOWN_33,), Outcome.ROUNDED),
        (node(Head.MUL, SHOWN_33, THREE), "=", Dec(9999, 2), (), Outcome.HOLDS),
        (node(Head.MUL, SHOWN_33, THREE), "=", Int(105), (SHOWN_33,), Outcome.FAILS),
        (SHOWN_33, "≠", node(Head.DIV, Int(100), THREE), (SHOWN_33,), Outcome.ROUNDED),
        (SHOWN_33, "<", node(Head.DIV, Int(100), THREE), (SHOWN_33,), Outcome.ROUNDED),
        (SHOWN_33, "<", Int(35), (SHOWN_33,), Outcome.HOLDS),
        (node(Head.DIV, Int(10), THREE), "=", THREE, (), Outcome.ROUNDED),
        (node(Head.DIV, Int(10), TWO), "=", Int(6), (), Outcome.FAILS),
        (TWO_THIRDS, "≈", node(Head.DIV, Int(7), Int(10)), (), Outcome.ROUNDED),
        (node(Head.DIV, Int(9), Int(20)), "≈", node(Head.DIV, Int(1), TWO), (), Outcome.ROUNDED),
        (node(Head.DIV, Int(1), TWO), "≈", node(Head.DIV, Int(9), Int(20)), (), Outcome.ROUNDED),
        (TWO_THIRDS, "≈", node(Head.DIV, Int(1), TWO), (), Outcome.FAILS),
        (TWO_THIRDS, "=", node(Head.DIV, Int(7), Int(10)), (), Outcome.FAILS),
        (TWO_THIRDS, "≈", TWO_THIRDS, (), Outcome.HOLDS),
        (TWO, "≠", TWO, (), Outcome.FAILS),
        (TWO, "≥", THREE, (), Outcome.FAILS),
        (node(Head.NEG, TWO_THIRDS), "=", node(Head.NEG, Dec(67, 2)), (), Outcome.HOLDS_ROUNDED),
        (TWO_THIRDS, "=", node(Head.PERCENT, Dec(667, 1)), (), Outcome.HOLDS_ROUNDED),
    ],
)
def test_the_rounding_table(
    left: Expr, relation: str, right: Expr, rounded: tuple[Dec, ...], expected: Outcome
) -> None:
    assert compare(relate(RELATIONS[relation], left, right, rounded=frozenset(rounded)), {}) is expected


def test_premises_are_checked_exactly_at_a_point() -> None:
    premise = suppose("p", Standing.FACT, Head.LT, X, THREE)
    assert satisfies([premise], {"x": Fraction(2)})
    assert not satisfies([premise], {"x": Fraction(3)})


@pytest.mark.parametrize("atom", [Int(1), Dec(1, 1), X, Const("pi")])
def test_terms_bound_their_depth(atom: Expr) -> None:
    term = atom
    for depth in range(1, MAX_NESTING):
        assert term.depth == depth
        term = node(Head.NEG, term)
    with pytest.raises(ExprTooLarge):
        node(Head.NEG, term)
    assert node(Head.ADD, node(Head.NEG, atom), atom).depth == node(Head.ADD, atom, node(Head.NEG, atom)).depth == 3


@pytest.mark.parametrize(
    ("digits", "places"), [(-1, None), (2**8000, None), (-1, 1), (2**8000, 1), (1, 0), (1, -1), (1, 2001)]
)
def test_numerals_are_bounded_and_never_negative(digits: int, places: int | None) -> None:
    with pytest.raises(ExprTooLarge):
        assert Int(digits) if places is None else Dec(digits, places)
    assert Int(2**8000 - 1) and Dec(2**8000 - 1, 2000) and Int(0) and Dec(0, 1)


@pytest.mark.parametrize("head", [head for head in Head if head not in SCOPED])
def test_node_with_a_wrong_number_of_arguments_is_refused(head: Head) -> None:
    least, most = ARGUMENTS[head]
    for count in range(5):
        if least <= count <= most:
            assert node(head, *[X] * count).free == ({"x"} if count else set())
        else:
            with pytest.raises(ValueError, match="takes"):
                node(head, *[X] * count)


def test_a_constant_is_one_of_three() -> None:
    assert [Const(name).name for name in ("pi", "e", "i")] == ["pi", "e", "i"]
    for name in ("tau", "I", ""):
        with pytest.raises(ValueError):
            Const(name)


def test_a_decimal_is_its_digits_at_its_places_and_says_its_unit() -> None:
    assert (Dec(150, 2).value, Dec(150, 2).unit) == (Fraction(3, 2), Fraction(1, 100))


def test_a_term_is_walked_outermost_first_from_left_to_right() -> None:
    inner = node(Head.MUL, X, TWO)
    assert list(walk_expr(node(Head.ADD, inner, Sym("y")))) == [
        node(Head.ADD, inner, Sym("y")),
        inner,
        X,
        TWO,
        Sym("y"),
    ]
    assert free_names(inner, Sym("y"), TWO) == {"x", "y"} and free_names() == free_names(TWO, Const("e")) == frozenset()


def test_a_number_is_spelled_by_a_term_of_the_same_value() -> None:
    for x in (Fraction(0), Fraction(-3), Fraction(2, 7), Fraction(-2, 7)):
        assert value(number(x), {}) == x


def test_a_fingerprint_tells_claims_apart_and_ignores_the_order_of_rounded_decimals() -> None:
    decimals = [Dec(i, 1) for i in range(20)]
    one, two = (relate(Head.EQ, X, TWO, rounded=frozenset(each)) for each in (decimals, list(reversed(decimals))))
    assert one.fingerprint == two.fingerprint
    assert len({c.fingerprint for c in (one, relate(Head.EQ, X, TWO), relate(Head.EQ, X, Dec(20, 1)))}) == 3
