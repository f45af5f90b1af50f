"""The bounds of the kernel, at the bound and one past it: the numbers that the documentation tells."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.kernel.evaluate import OverBudget, Unsupported, interval, value
from verifier.kernel.formula import Expr, FormulaTooLarge, Head, Node, node
from verifier.kernel.term import Dec, Int, Op, Sym, app

ONE, X, Y = Int(1), Sym("x"), Sym("y")


def test_an_expression_has_at_most_4000_parts() -> None:
    assert node(Head.LIST, *[ONE] * 3999).size == 4000
    with pytest.raises(FormulaTooLarge):
        node(Head.LIST, *[ONE] * 4000)


def negated(times: int) -> Expr:
    found: Expr = ONE
    for _ in range(times):
        found = node(Head.NEG, found)
    return found


def test_an_expression_nests_at_most_120_deep() -> None:
    deepest = negated(119)
    assert isinstance(deepest, Node) and deepest.depth == 120
    with pytest.raises(FormulaTooLarge):
        negated(120)


def test_a_value_has_at_most_60000_bits() -> None:
    assert value(app(Op.ADD, X, ONE), {"x": Fraction(2**59_998 - 1)}) == 2**59_998
    with pytest.raises(OverBudget):
        value(app(Op.ADD, X, ONE), {"x": Fraction(2**59_999 - 1)})


def test_the_bits_of_both_parts_of_a_value_are_counted() -> None:
    point = {"x": Fraction(2**29_999), "y": Fraction(2**29_999 + 1)}
    assert value(app(Op.DIV, X, Y), point) == point["x"] / point["y"]
    with pytest.raises(OverBudget):
        value(app(Op.DIV, X, Y), {**point, "x": point["x"] * 2})


def test_the_values_that_a_rounded_decimal_leaves_are_bounded_alike() -> None:
    rounded = Dec(15, 1)
    product, large = app(Op.MUL, rounded, X), Fraction(2**59_990)
    low, high = interval(product, {"x": large}, frozenset({rounded}))
    assert (low, high) == (Fraction(7, 5) * large, Fraction(8, 5) * large)
    with pytest.raises(OverBudget):
        interval(product, {"x": large * 2**10}, frozenset({rounded}))


@pytest.mark.parametrize("op", [Op.FACT, Op.BINOM])
def test_factorials_and_binomials_are_of_numbers_up_to_2000(op: Op) -> None:
    rest = (ONE,) if op is Op.BINOM else ()
    assert value(app(op, Int(2000), *rest), {}) >= 2000
    with pytest.raises(OverBudget):
        value(app(op, Int(2001), *rest), {})


def test_roots_have_an_index_from_2_to_64() -> None:
    assert value(app(Op.ROOT, Int(64), Int(2**64)), {}) == 2
    assert value(app(Op.ROOT, Int(2), Int(4)), {}) == 2
    for index in (1, 65):
        with pytest.raises(Unsupported):
            value(app(Op.ROOT, Int(index), Int(1)), {})
