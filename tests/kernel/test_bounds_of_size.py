"""The bounds of the kernel, at the bound and one past it: the numbers that the documentation tells."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.checkers.evaluate import interval, value
from verifier.checkers.functions import OverBudget, Unsupported
from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Node, Sym, node

ONE, X, Y = Int(1), Sym("x"), Sym("y")


def test_an_expression_has_at_most_4000_parts() -> None:
    assert node(Head.LIST, *[ONE] * 3999).size == 4000
    with pytest.raises(ExprTooLarge):
        node(Head.LIST, *[ONE] * 4000)


def negated(times: int) -> Expr:
    found: Expr = ONE
    for _ in range(times):
        found = node(Head.NEG, found)
    return found


def test_an_expression_nests_at_most_120_deep() -> None:
    deepest = negated(119)
    assert isinstance(deepest, Node) and deepest.depth == 120
    with pytest.raises(ExprTooLarge):
        negated(120)


def test_a_value_has_at_most_60000_bits() -> None:
    assert value(node(Head.ADD, X, ONE), {"x": Fraction(2**59_998 - 1)}) == 2**59_998
    with pytest.raises(OverBudget):
        value(node(Head.ADD, X, ONE), {"x": Fraction(2**59_999 - 1)})


def test_the_bits_of_both_parts_of_a_value_are_counted() -> None:
    point = {"x": Fraction(2**29_999), "y": Fraction(2**29_999 + 1)}
    assert value(node(Head.DIV, X, Y), point) == point["x"] / point["y"]
    with pytest.raises(OverBudget):
        value(node(Head.DIV, X, Y), {**point, "x": point["x"] * 2})


def test_the_values_that_a_rounded_decimal_leaves_are_bounded_alike() -> None:
    rounded = Dec(15, 1)
    product, large = node(Head.MUL, rounded, X), Fraction(2**59_990)
    low, high = interval(product, {"x": large}, frozenset({rounded}))
    assert (low, high) == (Fraction(7, 5) * large, Fraction(8, 5) * large)
    with pytest.raises(OverBudget):
        interval(product, {"x": large * 2**10}, frozenset({rounded}))


@pytest.mark.parametrize("op", [Head.FACTORIAL, Head.BINOMIAL])
def test_factorials_and_binomials_are_of_numbers_up_to_2000(op: Head) -> None:
    rest = (ONE,) if op is Head.BINOMIAL else ()
    assert value(node(op, Int(2000), *rest), {}) >= 2000
    with pytest.raises(OverBudget):
        value(node(op, Int(2001), *rest), {})


def test_roots_have_an_index_from_2_to_64() -> None:
    assert value(node(Head.ROOT, Int(2**64), Int(64)), {}) == 2
    assert value(node(Head.ROOT, Int(4), Int(2)), {}) == 2
    for index in (1, 65):
        with pytest.raises(Unsupported):
            value(node(Head.ROOT, Int(1), Int(index)), {})
