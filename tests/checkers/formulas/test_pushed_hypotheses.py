"""What a hypothesis comes to at a place: of products, inverses, equal polynomials, solutions and extreme values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.definitions import unfold, ways
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import MAX_PLACES
from verifier.kernel.expr import Dec, Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Reason
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

TYPES = {"x": Type.REAL, "y": Type.REAL, "n": Type.COUNT, "z": Type.COMPLEX, "V": Type.MATRIX, "W": Type.MATRIX}
SCOPE = Scope({name: Declared(kind) for name, kind in TYPES.items()})
PLACE = Place((), TYPES, True)
REALS = Place((), {name: kind for name, kind in TYPES.items() if name in "xyn"}, True)


def said(text: str) -> Expr:
    return formula(text, SCOPE)


def roundings(formula: Expr) -> list[Any]:
    assert isinstance(formula, Node)
    return ways(True, formula, PLACE)[0]


def beyond(formula: Expr) -> list[Any]:
    assert isinstance(formula, Node)
    return [bound for goals in ways(False, formula, PLACE) for bound in goals]


@pytest.mark.parametrize(
    ("text", "comes_to"),
    [
        ("x*y == 0", "x == 0 or y == 0"),
        ("0 == x*y", "x == 0 or y == 0"),
        ("x*(y*(x + 1)) == 0", "x == 0 or y == 0 or x + 1 == 0"),
        ("x**3 == 0", "x == 0"),
        ("-x == 0", "x == 0"),
        ("-(x*y**2) == 0", "x == 0 or y == 0"),
        ("z*x == 0", "z == 0 or x == 0"),
        ("inverse(V) == W", "V == inverse(W)"),
        ("W == inverse(V)", "V == inverse(W)"),
        ("solves(t in Real, [x], t*t == y)", "x*x == y and ForAll(t in Real, Implies(t*t == y, t == x))"),
        (
            "solves(t in Real, {x, 3}, t*t == y)",
            "x*x == y and 3*3 == y and ForAll(t in Real, Implies(t*t == y, t == x or t == 3))",
        ),
        (
            "is_max(x, t*t, t in Real, t < y)",
            "Exists(t in Real, t < y and t*t == x) and ForAll(t in Real, Implies(t < y, t*t <= x))",
        ),
        (
            "is_min(x, t*t, t in Real, t < y)",
            "Exists(t in Real, t < y and t*t == x) and ForAll(t in Real, Implies(t < y, t*t >= x))",
        ),
        ("is_max(x, 1/t, t in Real, t < y)", "Exists(t in Real, t < y and 1/t == x)"),
        ("is_min(x, t, t in Real, 1/t < y)", "Exists(t in Real, 1/t < y and t == x)"),
        ("is_max(x, sqrt(t), t in Real, t < y)", "Exists(t in Real, t < y and sqrt(t) == x)"),
        ("not x < 1", "x >= 1"),
        ("divides(3, n)", "Exists(q in Int, n == 3*q)"),
        ("is_prime(n)", "is_int(n) and n >= 2 and (n == 2 or not divides(2, n))"),
        ("about(x, 2.50, 1)", "x >= 49/20 and x <= 51/20"),
        ("about(x, y, 0)", "x >= y - 1/2 and x <= y + 1/2"),
        ("about(x, y, 50)", f"x >= y - 1/{2 * 10**50} and x <= y + 1/{2 * 10**50}"),
    ],
)
def test_a_hypothesis_comes_to_this(text: str, comes_to: str) -> None:
    assert unfold(said(text), PLACE) == said(comes_to)


@pytest.mark.parametrize(
    "text",
    [
        *("x == 0", "x*y == 1", "x**0 == 0", "x**n == 0", "x + y == 0", "x*y < 0", "x*y != 0", "V*W == 0*V"),
        *("ForAll(t in Real, t == t)", "ForAll(t in Real, x < t)", "x == y", "about(x, y, 51)", "about(x, y, n)"),
        *("solves(t in Real, [x], 1/t == y)", "solves(t in Real, [x], sqrt(t) == y)", "det(V) == 1"),
        "solves((a in Real, b in Real), [(1, 2)], a == 1 and b == 2)",
    ],
)
def test_a_hypothesis_that_comes_to_nothing_stays(text: str) -> None:
    assert unfold(said(text), PLACE) == said(text)


def test_a_product_of_what_are_no_numbers_may_be_zero_though_no_factor_is() -> None:
    for factors in (("V", "x"), ("x", "V"), ("unknown", "x")):
        given = node(Head.EQ, node(Head.MUL, *map(Sym, factors)), Int(0))
        assert unfold(given, PLACE) == given


def test_of_solutions_none_nothing_is_one() -> None:
    none = Node(Head.FOR_ALL, (node(Head.IMPLIES, said("x == 1"), Node(Head.FALSE)),), (Letter("x", Type.REAL),))
    given = Node(Head.SOLVES, (Node(Head.LIST), said("x == 1")), (Letter("x", Type.REAL),))
    assert unfold(given, PLACE) == node(Head.AND, none)


def test_what_names_a_bound_letter_outside_stays() -> None:
    """The letter of the values and of the extreme is another one than that of the condition."""
    real = (Letter("x", Type.REAL),)
    for given in (
        Node(Head.SOLVES, (node(Head.LIST, Sym("x")), said("x == 1")), real),
        Node(Head.SOLVES, (node(Head.LIST, Int(1), node(Head.ADD, Sym("x"), Int(1))), said("x == 1")), real),
        Node(Head.SOLVES, (node(Head.VECTOR, Int(1)), said("x == 1")), real),
        Node(Head.IS_MAX, (Sym("x"), Sym("x"), said("x < 1")), real),
        Node(Head.IS_MIN, (node(Head.NEG, Sym("x")), Sym("x"), said("x < 1")), real),
    ):
        assert unfold(given, PLACE) == given


@pytest.mark.parametrize(
    ("text", "solutions"),
    [
        ("ForAll(t in Real, x*t + y == 2*t + 3)", {(2, 3)}),
        ("ForAll(t in Real, x*t**2 + y == 2*t**2 + 3)", {(2, 3)}),
        ("ForAll(t in Int, x*t == y*t)", {(i, i) for i in range(5)}),
        ("ForAll((s in Real, t in Real), x*t + y*s == 2*t + 3*s)", {(2, 3)}),
        ("ForAll((s in Real, t in Real), x*t*s + y == 1*t*s + 4)", {(1, 4)}),
        ("ForAll(t in Real, x*y*t == 4*t)", {(1, 4), (2, 2), (4, 1)}),
        ("ForAll(t in Real, x*t == t*x)", {(i, j) for i in range(5) for j in range(5)}),
    ],
)
def test_of_equal_polynomials_the_coefficients_are_equal(text: str, solutions: set[tuple[int, int]]) -> None:
    found = unfold(said(text), REALS)
    points = ((i, j) for i in range(5) for j in range(5))
    held = {(i, j) for i, j in points if truth(found, {"x": Fraction(i), "y": Fraction(j)})}
    assert held == solutions and isinstance(found, Node) and found.free <= {"x", "y"}


@pytest.mark.parametrize(
    "text",
    [
        "ForAll(t in Real, x*sin(t) == t)",
        "ForAll(t in Real, x*abs(t) == abs(t))",
        "ForAll(t in Complex, x*abs(t) == abs(t))",
        "ForAll(t in Complex, x*sqrt(t)**2 == t)",
        "ForAll(t in Complex, x*conj(t) == t)",
        "ForAll(t in Complex, x*t/z == t)",
        "ForAll((s in Complex, t in Real), x*t*I == t)",
    ],
)
def test_coefficients_are_of_polynomials_of_real_numbers_or_in_all_letters(text: str) -> None:
    for place in (REALS, PLACE):
        with pytest.raises(CheckFailed):
            unfold(said(text), place)


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        ("ForAll(t in Complex, x*t == t)", {"x": 1, "z": 5}),
        ("ForAll((s in Complex, t in Real), x*t == t)", {"x": 1, "z": 5}),
        ("ForAll(t in Real, z*t == t)", {"x": 5, "z": 1}),
        ("ForAll(t in Complex, t**2 + 3*t/2 == t*(t + x) + z)", {"x": Fraction(3, 2), "z": 0}),
    ],
)
def test_coefficients_of_complex_polynomials_are_equal(text: str, solution: dict[str, Fraction]) -> None:
    at = {name: Fraction(value) for name, value in solution.items()}
    found = unfold(said(text), PLACE)
    assert truth(found, at) is True
    for name in found.free if isinstance(found, Node) else ():
        assert truth(found, {**at, name: at[name] + 1}) is False


X = Sym("x")


def about(to: Expr, places: Expr) -> Node:
    return node(Head.ABOUT, X, to, places)


def test_a_rounding_has_two_bounds_half_a_unit_away_and_fails_beyond_a_unit() -> None:
    assert roundings(about(Dec(25, 1), Int(1))) == [said("x >= 49/20"), said("x <= 51/20")]
    assert beyond(about(Dec(25, 1), Int(1))) == [said("x < 12/5"), said("x > 13/5")]
    assert roundings(about(Int(3), Int(0))) == [said("x >= 5/2"), said("x <= 7/2")]
    unit = 10**MAX_PLACES
    assert roundings(about(Int(0), Int(MAX_PLACES))) == [said(f"x >= -(1/{2 * unit})"), said(f"x <= 1/{2 * unit}")]
    hundreds = about(Int(1200), node(Head.NEG, Int(2)))
    assert roundings(hundreds) == [said("x >= 1150"), said("x <= 1250")]
    assert beyond(hundreds) == [said("x < 1100"), said("x > 1300")]
    with pytest.raises(CheckFailed) as refused:
        roundings(about(Dec(255, 2), Int(1)))
    assert refused.value.reason is Reason.ROUNDED and beyond(about(Dec(255, 2), Int(1)))


@pytest.mark.parametrize(
    "given",
    [
        *(
            about(Int(2), Int(MAX_PLACES + 1)),
            about(Int(2), Sym("n")),
            about(Int(0), node(Head.NEG, Int(MAX_PLACES + 1))),
        ),
        *(about(Sym("y"), Int(1)), about(Dec(15, 1), Dec(15, 1)), said("x == 2"), Node(Head.TRUE)),
        node(Head.ABOUT, Dec(15, 1), Int(2), Int(1)),
        node(Head.ABOUT, node(Head.MUL, Dec(15, 1), X), Int(2), Int(1)),
    ],
    ids=str,
)
def test_nothing_else_is_a_rounding(given: Expr) -> None:
    for read in (roundings, beyond):
        with pytest.raises(CheckFailed):
            read(given)
