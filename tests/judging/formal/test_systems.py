"""Letters that several equations determine together, and what holds of numbers that others keep from being zero."""

from __future__ import annotations

from typing import Any

import pytest
from support.judged_statements import find_verdicts

from verifier.kernel.verdict import Proved, Refuted, Unknown

TRIANGLE = [
    "ax == 0",
    "ay == 0",
    "by == 0",
    "bx > 0",
    "sqrt((bx - ax)**2 + (by - ay)**2) == 2",
    "(cx - ax)**2 + (cy - ay)**2 == 9",
    "(cx - bx)**2 + (cy - by)**2 == 9",
    "cy > 0",
    "(dx - cx)**2 + (dy - cy)**2 == 1",
    "dx == cx",
    "dy < cy",
]
"""An isosceles triangle, and a point one unit below its apex."""


def verdicts(letters: str, facts: list[str], claims: list[str]) -> list[Any]:
    return find_verdicts(dict.fromkeys(letters.split(), "real"), facts, claims)


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("bx == 2", Proved),
        ("cx == 1", Proved),
        ("cy == sqrt(8)", Proved),
        ("cy == -sqrt(8)", Refuted),
        ("cy == 3", Refuted),
        ("dy == 2*sqrt(2) - 1", Proved),
        ("(dx, dy) == (1, 2*sqrt(2) + 1)", Refuted),
        ("bx*cy/2 == 2*sqrt(2)", Proved),
    ],
)
def test_coordinates_that_distances_determine(claim: str, kind: type) -> None:
    [found] = verdicts("ax ay bx by cx cy dx dy", TRIANGLE, [claim])
    assert isinstance(found, kind)


def test_what_two_points_leave_open_is_not_decided() -> None:
    either = [one for one in TRIANGLE if one != "cy > 0"]
    [found] = verdicts("ax ay bx by cx cy dx dy", either, ["cy == sqrt(8)"])
    assert isinstance(found, Unknown)


PARTS = "ForAll(x in Real, Implies(x != 2 and x != -5, {a}/(x - 2) + b/(x + 5) == (7*x + 14)/(x**2 + 3*x - 10)))"


@pytest.mark.parametrize(("claim", "kind"), [("a == 4", Proved), ("b == 3", Proved), ("a + b == 8", Refuted)])
def test_coefficients_of_fractions_that_are_the_same_everywhere(claim: str, kind: type) -> None:
    [found] = verdicts("a b", [PARTS.format(a="a")], [claim])
    assert isinstance(found, kind)


@pytest.mark.parametrize(
    ("guard", "equation", "kind"),
    [
        ("x != 2 and x != -5", "4/(x - 2) + 3/(x + 5) == (7*x + 14)/(x**2 + 3*x - 10)", Proved),
        ("x - 2 != 0 and x + 5 != 0", "1/(x - 2)/(x + 5)**2 == 1/((x**2 + 3*x - 10)*(x + 5))", Proved),
        ("x**2 + 3*x - 10 != 0", "1/(x - 2) - 1/(x + 5) == 7/((x - 2)*(x + 5))", Proved),
        ("x != 2", "1/(x - 2) - 1/(x + 5) == 7/((x - 2)*(x + 5))", Unknown),
        ("x != 2 and x != 5", "1/(x - 2) - 1/(x + 5) == 7/((x - 2)*(x + 5))", Unknown),
        ("x != 2 and x != -5", "1/(x - 2) - 1/(x + 5) == 3/((x - 2)*(x + 5))", Refuted),
    ],
)
def test_what_is_divided_by_is_made_of_what_is_not_zero(guard: str, equation: str, kind: type) -> None:
    [found] = verdicts("", [], [f"ForAll(x in Real, Implies({guard}, {equation}))"])
    assert isinstance(found, kind)


def test_what_little_shows_is_not_lost_among_much() -> None:
    much = [f"x{i}**2 + x{i + 1}**2 == {i + 2} or x{i} > abs(x{i + 1} - y)" for i in range(24)]
    letters = "d y " + " ".join(f"x{i}" for i in range(26))
    right, wrong = verdicts(letters, [*much, "d == abs(x3 - y)"], ["d + 9 > 6", "d + 9 == 6"])
    assert isinstance(right, Proved) and isinstance(wrong, Refuted)


def test_what_a_leaf_showed_elsewhere_rests_on_the_same_premises_where_these_have_other_places() -> None:
    facts = ["u == v", "a == 50", "a + b + c == 180", "Iff(u == v, a == b)", "y + b == 180"]
    [wrong, right] = verdicts("u v a b c y", facts, ["y == 180 - c", "y == a + c"])
    assert isinstance(wrong, Refuted) and isinstance(right, Proved), (wrong, right)


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("binomial(n, 2) == n*(n - 1)/2", Proved),
        ("2*n + 1 == 75", Proved),
        ("n == 37", Proved),
        ("n == 74", Refuted),
        ("2*n + 2 == 150", Refuted),
        ("ForAll(k in Pos, Implies(k >= 2, binomial(k, 2) == factorial(k)/(factorial(2)*factorial(k - 2))))", Proved),
        ("ForAll(k in Pos, Implies(k >= 2, factorial(k)/factorial(k - 2) == k*(k + 1)))", Refuted),
        ("ForAll(k in Pos, factorial(k - 2)*k*(k - 1) == factorial(k))", Unknown),
    ],
)
def test_choices_and_factorials_are_defined_where_a_fact_speaks_of_them(claim: str, kind: type) -> None:
    [found] = verdicts("n", ["binomial(n + 2, 2) == binomial(n, 2) + 75"], [claim])
    assert isinstance(found, kind), found
