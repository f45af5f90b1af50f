"""Integrals piece by piece: every form of a function and of a condition, between every kind of ends, and the limits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated, OverBudget, Unsupported
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, node
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import parse
from verifier.language.expressions.scope import Scope

X = Sym("x")


def worth(text: str) -> Fraction:
    return value(parse(text, Scope(), Sort.NUMBER), {})


SIGNS = {"==": "001", "!=": "110", "<": "100", "<=": "101", ">": "010", ">=": "011"}
"""Whether each holds of a negative number, of a positive one, and of zero."""


@pytest.mark.parametrize("sign", SIGNS)
def test_a_comparison_holds_by_the_sign_of_the_difference_in_each_piece(sign: str) -> None:
    negative, positive, zero = map(int, SIGNS[sign])
    for gap, there in (("abs(x) - x", positive), ("x - abs(x)", negative)):  # other than zero from -3 to 0 alone
        assert worth(f"integral(If({gap} {sign} 0, 1, 0), x, -3, 2)") == 3 * there + 2 * zero
        assert worth(f"integral(If(not {gap} {sign} 0, 1, 0), x, -3, 2)") == 5 - 3 * there - 2 * zero


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("x > 1 and x < 3", 2),
        ("x > 1 and x < 3 and x < 2", 1),
        ("x < 1 or x > 3", 3),
        ("x < 2 or x < 3", 3),
        ("x < 1 or x > 3 or x > 2", 4),
        ("x < 1 or (x > 2 and not x > 4)", 3),
        ("not (x < 1 or x > 2)", 1),
        ("x < -1", 0),
        ("x < 9", 5),
    ],
)
def test_conditions_are_joined_piece_by_piece(condition: str, expected: int) -> None:
    assert worth(f"integral(If({condition}, 1, 0), x, 0, 5)") == expected
    assert worth(f"integral(If({condition}, 3, 7), x, 0, 5)") == 3 * expected + 7 * (5 - expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("integral(If(x < 0, 0, x), x, -oo, 2)", 2),
        ("integral(If(x > 5, 0, 1), x, 2, oo)", 3),
        ("integral(If(abs(x) < 2, x + 1, 0), x, -oo, oo)", 4),
        ("integral(If(abs(x - 10) < 2, x, 0), x, -oo, oo)", 40),
        ("integral(abs(x**2 + 1), x, 0, 3)", 12),
        ("integral(abs((x**2 + 1)*(x - 1)), x, 0, 1)", "7/12"),
        ("integral(abs(x - 1)*(2 - abs(x)), x, 0, 2)", 1),
        ("integral(abs(x)/2 - x/3, x, -1, 1)", "1/2"),
        ("integral(-abs(x), x, -1, 1)", -1),
        ("integral(abs(x)**12, x, -1, 1)", "2/13"),
        ("integral(min(x, 1, 2 - x), x, 0, 2)", 1),
        ("integral(max(x, 1, 2 - x), x, 0, 2)", 3),
        ("integral(floor(-2*x), x, 0, 1)", "-3/2"),
        ("integral(ceil(2*x), x, 0, 1)", "3/2"),
        ("integral(ceil(-2*x), x, 0, 1)", "-1/2"),
        ("integral(floor(If(x < 1, 1/2, 5/2)), x, 0, 3)", 4),
        ("integral(floor(2*x + 1/2), x, 1/4, 3/4)", "1/2"),
        ("integral(floor(x), x, 1/2, 5/2)", 2),
        ("integral(floor(abs(x)), x, -2, 2)", 2),
        ("integral(floor(400*x), x, 0, 1)", "399/2"),
        ("integral(floor(400*x) + If(x < 1/401, 0, 0), x, 0, 1)", "399/2"),
    ],
)
def test_an_integral_is_the_sum_over_its_pieces(text: str, expected: int | str) -> None:
    assert worth(text) == Fraction(expected)


@pytest.mark.parametrize(
    "text",
    [
        "integral(floor(401*x), x, 0, 1)",
        "integral(floor(300*x) + floor(301*x), x, 0, 1)",
        "integral(floor(400*x) + If(x < 1/401, 0, 0) + If(x < 1/402, 0, 0), x, 0, 1)",
    ],
)
def test_there_are_at_most_400_pieces(text: str) -> None:
    with pytest.raises(OverBudget, match="400 pieces"):
        worth(text)


@pytest.mark.parametrize(
    "text",
    [
        "integral(abs(x)**13, x, 0, 1)",
        "integral(abs(x)**0, x, 0, 1)",
        "integral(abs(x)/0, x, 0, 1)",
        "integral(abs(x)/x, x, 1, 2)",
        "integral(If(x**2 < 2, 1, 0), x, 0, 2)",
        "integral(floor(abs(x)*x), x, 0, 2)",
        "integral(floor(x)*0, x, -oo, 0)",
        "integral(floor(x)*0, x, 0, oo)",
        "integral(ceil(x)*0, x, -oo, oo)",
        "integral(abs(x), x, -oo, 0)",
        "integral(If(x < 0, 1, 0), x, -oo, oo)",
        "integral(If(x > 0, 1, 0), x, -oo, oo)",
        "integral(If(Implies(x < 1, x < 2), 1, 0), x, 0, 1)",
        "integral(If(abs(x) < pi, 1, 0), x, 0, 1)",
        "integral(sin(abs(x)), x, 0, 1)",
        "integral(0*abs(x), x, oo, -oo)",
        "integral(0*abs(x), x, 0, -oo)",
        "integral(0*abs(x), x, oo, 0)",
        "integral(0*abs(x), x, oo, oo)",
        "integral(0*abs(x), x, -oo, -oo)",
    ],
)
def test_what_is_no_such_function_or_goes_from_no_lower_end_is_not_told(text: str) -> None:
    with pytest.raises(NotEvaluated):
        worth(text)


@pytest.mark.parametrize(("low", "high"), [("-oo", "oo"), ("-oo", "1"), ("0", "oo"), ("0", "1")])
def test_what_is_zero_everywhere_has_an_integral_between_all_ends(low: str, high: str) -> None:
    assert worth(f"integral(0*abs(x), x, {low}, {high})") == 0


@pytest.mark.parametrize("made", [Node(Head.IF, (X, X, X)), Node(Head.VECTOR, (X, X))])
def test_integral_of_what_is_no_number_has_no_value(made: Expr) -> None:
    whole = node(Head.INTEGRAL, node(Head.ADD, node(Head.ABS, X), made), Int(0), Int(1), letters=(Letter("x"),))
    with pytest.raises(Unsupported):
        value(whole, {})
