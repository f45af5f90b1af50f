"""Integrals of functions that are polynomials piece by piece, and limits that are infinite."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.functions import NotEvaluated, OverBudget, Undefined, Unsupported
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Scope

EMPTY = Scope()


def worth(text: str) -> Fraction:
    return value(parse(text, EMPTY, Sort.NUMBER), {})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("integral(abs(x), x, -2, 3)", "13/2"),
        ("integral(abs(x), x, 3, -2)", "-13/2"),
        ("integral(abs(x - 1) + abs(x - 3), x, -2, 6)", 34),
        ("integral(max(8 - (abs(x - 1) + abs(x - 3)), 0), x, -oo, oo)", 30),
        ("integral(max(0, 1 - x**2), x, -oo, oo)", "4/3"),
        ("integral(max(x, 2*x, 1), x, -1, 1)", "9/4"),
        ("integral(min(x, 1 - x), x, 0, 1)", "1/4"),
        ("integral(floor(3*x), x, 0, 1)", 1),
        ("integral(floor(x + 1/2), x, 0, 1)", "1/2"),
        ("integral(ceil(x), x, -1, 2)", 3),
        ("integral(If(0 <= x and x < 1/2, 1, 0), x, 0, 1)", "1/2"),
        ("integral(If(x < 1 or x > 2, x, 0), x, 0, 3)", 3),
        ("integral(If(not x**2 > 1, 1, 0), x, -oo, oo)", 2),
        ("integral(If(x == 1, 5, 2), x, 0, 2)", 4),
        ("integral(abs(x**3 - x), x, -1, 1)", "1/2"),
        ("integral(x*abs(x)**2/2, x, 0, 2)", 2),
        ("integral(0, x, -oo, oo)", 0),
        ("integral(abs(x), x, 1, 1)", 0),
    ],
)
def test_integrals_piece_by_piece(text: str, expected: int | str) -> None:
    assert worth(text) == Fraction(expected)


@pytest.mark.parametrize(
    "text",
    [
        "integral(abs(x**2 - 2), x, 0, 2)",
        "integral(max(x, 0), x, -oo, oo)",
        "integral(x, x, 0, oo)",
        "integral(abs(x), x, oo, 0)",
        "integral(abs(1/x), x, 1, 2)",
        "integral(floor(x**2), x, 0, 2)",
        "integral(floor(x), x, 0, oo)",
        "integral(floor(1000*x), x, 0, 1)",
        "integral(sqrt(abs(x)), x, 0, 1)",
        "integral(If(is_int(x), 1, 0), x, 0, 1)",
    ],
)
def test_what_is_no_such_integral_is_not_told(text: str) -> None:
    with pytest.raises((Unsupported, OverBudget)):
        worth(text)


def test_integrals_are_what_sums_of_small_steps_come_to() -> None:
    draw, compared = random.Random(3), 0
    for _ in range(80):
        a, b, c, d = (draw.randint(-4, 4) for _ in range(4))
        low = draw.randint(-4, 2)
        high = low + draw.randint(1, 4)
        text = f"max(abs({a}*x + {b}), floor(x/2 + {c}), If(x < {d}, x*x, {c} - x))"
        try:
            exact, steps = worth(f"integral({text}, x, {low}, {high})"), 4000
        except Unsupported:
            continue  # a piece ends at a root that is not rational
        width = (high - low) / steps
        total = 0.0
        for k in range(steps):
            x = low + (k + 0.5) * width
            total += max(abs(a * x + b), math.floor(x / 2 + c), x * x if x < d else c - x) * width
        assert float(exact) == pytest.approx(total, abs=0.05)
        compared += 1
    assert compared > 30


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("limit(x**4 - x, x, oo) == oo", True),
        ("limit(x**4 - x, x, -oo) == oo", True),
        ("limit(x**4 - x, x, -oo) == -oo", False),
        ("limit(x**3, x, -oo) == -oo", True),
        ("limit(-x**3/(x + 1), x, -oo) == -oo", True),
        ("limit(x/(x + 1), x, oo) == oo", False),
        ("limit(x/(x + 1), x, oo) != oo", True),
        ('limit(1/x, x, 0, "+") == oo', True),
        ('limit(1/x, x, 0, "-") == oo', False),
        ('limit(1/x, x, 0, "-") == -oo', True),
        ("limit(-2/x**2, x, 0) == -oo", True),
        ("limit((x - 1)/(x - 1)**3, x, 1) == oo", True),
        ('limit(1/(1 - x)**3, x, 1, "+") == -oo', True),
        ("limit(1/x, x, 0) == oo", None),
        ("limit(x, x, oo) == 5", False),
    ],
)
def test_infinite_limits(text: str, expected: bool | None) -> None:
    assert truth(formula(text, EMPTY), {}) is expected


def test_what_is_infinite_is_not_calculated_with() -> None:
    for text in ("limit(x, x, oo) + 1", "2*limit(x, x, oo)", "-limit(x, x, oo)", "abs(limit(x, x, oo))"):
        with pytest.raises(NotEvaluated):
            worth(text)
    with pytest.raises(Undefined):
        worth("limit(1/x, x, 0)")
    with pytest.raises(NotEvaluated):
        truth(formula("limit(x, x, oo) < 5", EMPTY), {})
