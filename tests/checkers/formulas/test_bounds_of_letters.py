"""Finite bounds of whole letters: all values that a condition leaves are gone through, and no more than are needed."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from verifier.checkers.formulas.values.bounds import antecedents, assignments, conjuncts
from verifier.checkers.formulas.values.evaluation import Point, truth, value
from verifier.checkers.functions import OverBudget, Unsupported
from verifier.kernel.expr import Expr, Head, Int, Letter, Sym, Type, node
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope

NAMES = {"x": Type.REAL, "a": Type.INT, "b": Type.INT, "c": Type.INT}
SCOPE = Scope({name: Declared(kind) for name, kind in NAMES.items()})
POINT = {"x": Fraction(7, 2)}


def said(text: str) -> Expr:
    return formula(text, SCOPE)


def gone_through(kinds: dict[str, Type], text: str) -> list[tuple[Fraction | bool, ...]]:
    letters = [Letter(name, kind) for name, kind in kinds.items()]
    places = assignments(letters, conjuncts(said(text)), Point(POINT))
    return sorted(tuple(place.letters[name] for name in kinds) for place in places)


def ints(*values: int) -> list[tuple[int]]:
    return [(one,) for one in values]


@pytest.mark.parametrize(
    ("kind", "text", "values"),
    [
        (Type.INT, "is_prime(a) and a < 3", [2]),
        (Type.INT, "is_prime(5 - a) and a > -1", [0, 1, 2, 3]),
        (Type.INT, "is_prime(2*a + 1) and a < 3", [1, 2]),
        (Type.COUNT, "a < sqrt(17)", [0, 1, 2, 3, 4]),
        (Type.COUNT, "a <= sqrt(16)", [0, 1, 2, 3, 4]),
        (Type.COUNT, "3*a < pi*4", [0, 1, 2, 3, 4]),
        (Type.INT, "a > -pi and pi >= a", [-3, -2, -1, 0, 1, 2, 3, 4]),
        (Type.INT, "-a < sqrt(2) and a < sqrt(2)*2", [-1, 0, 1, 2]),
        (Type.INT, "a >= 2 and a <= 4", [2, 3, 4]),
        (Type.INT, "a > 2 and a < 4", [3]),
        (Type.INT, "2 <= a and 4 >= a", [2, 3, 4]),
        (Type.INT, "2 < a and 4 > a", [3]),
        (Type.INT, "a >= 3/2 and a <= 7/2", [2, 3]),
        (Type.INT, "a > 3/2 and a < 7/2", [2, 3]),
        (Type.INT, "a > -7/2 and a < -3/2", [-3, -2]),
        (Type.INT, "a >= x and a < x + 2", [4, 5]),
        (Type.INT, "a == 3", [3]),
        (Type.INT, "3 == a", [3]),
        (Type.INT, "a == 7/2", []),
        (Type.INT, "a > 4 and a < 4", []),
        (Type.INT, "a >= 1 and a <= 9 and a <= 3 and a >= 2 and a <= 5 and a >= 0", [2, 3]),
        (Type.COUNT, "a <= 2", [0, 1, 2]),
        (Type.POS, "a <= 2", [1, 2]),
        (Type.POS, "a <= 2 and a >= -5", [1, 2]),
        (Type.COUNT, "a < 2 and a != 1", [0, 1]),
        (Type.INT, "divides(a, 3)", [-3, -2, -1, 0, 1, 2, 3]),
        (Type.POS, "divides(a, -3)", [1, 2, 3]),
        (Type.COUNT, "a + 2 <= 4", [0, 1, 2]),
        (Type.COUNT, "2*a < 5", [0, 1, 2]),
        (Type.COUNT, "5 > 2*a", [0, 1, 2]),
        (Type.COUNT, "5 >= a + a", [0, 1, 2]),
        (Type.COUNT, "a**2 <= 10", [0, 1, 2, 3]),
        (Type.COUNT, "a**2 == 9", [0, 1, 2, 3]),
        (Type.COUNT, "9 == a**2 + a", [0, 1, 2]),
        (Type.COUNT, "a*a*a <= 8", [0, 1, 2]),
        (Type.REAL, "is_int(a) and a >= 0 and a <= 1", [0, 1]),
        (Type.COUNT, "a - 2 <= 1", [0, 1, 2, 3]),
        (Type.COUNT, "a/2 < 1", [0, 1]),
        (Type.COUNT, "a/2 <= 1", [0, 1, 2]),
        (Type.INT, "a + 2 > 4 and 4 + 2 > a", [3, 4, 5]),
        (Type.INT, "-a < 2 and -(2*a) >= -3", [-1, 0, 1]),
        (Type.INT, "a/(-2) <= 1 and 3*(1 - a) > a", [-2, -1, 0]),
        (Type.POS, "a + 1 - 1 <= x", [1, 2, 3]),
        (Type.INT, "2*a + 1 == 7", [3]),
        (Type.INT, "2*a + 1 == 6", []),
        (Type.INT, "abs(a - 4) <= 1", [3, 4, 5]),
        (Type.INT, "2 > abs(2*a)", [0]),
        (Type.INT, "abs(a + 1) == 2", [-3, -2, -1, 0, 1]),
    ],
)
def test_a_letter_runs_through_all_values_within_what_bounds_it(kind: Type, text: str, values: list[int]) -> None:
    assert gone_through({"a": kind}, text) == ints(*values)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Type.INT, "a >= 2"),
        (Type.INT, "a <= 2"),
        (Type.INT, "a != 2"),
        (Type.COUNT, "a >= 2"),
        (Type.COUNT, "a != 2"),
        (Type.COUNT, "a < a + 1"),
        (Type.INT, "a + 2 <= 4"),
        (Type.INT, "a**2 <= 4"),
        (Type.INT, "abs(a) >= 4"),
        (Type.INT, "4 < abs(a)"),
        (Type.COUNT, "-a <= 4"),
        (Type.COUNT, "(-1)*a <= 4"),
        (Type.COUNT, "a**0 <= 4"),
        (Type.COUNT, "a**-1 <= 4"),
        (Type.COUNT, "2**a <= 4"),
        (Type.COUNT, "0*a <= 4"),
        (Type.COUNT, "a % 5 <= 4"),
        (Type.COUNT, "a + 1/0 <= 4"),
        (Type.COUNT, "a + 2 >= 4"),
        (Type.COUNT, "a + 2 != 4"),
        (Type.INT, "divides(a, 0)"),
        (Type.INT, "divides(a, 1/2)"),
        (Type.INT, "divides(2, a)"),
        (Type.INT, "a <= 2 or a >= 4"),
        (Type.INT, "not a <= 2"),
        (Type.REAL, "a >= 0 and a <= 1"),
        (Type.RAT, "a >= 0 and a <= 1"),
        (Type.COMPLEX, "a == 1"),
        (Type.UNDECLARED, "a >= 0 and a <= 1"),
    ],
)
def test_a_letter_without_finite_bounds_is_not_gone_through(kind: Type, text: str) -> None:
    with pytest.raises(Unsupported):
        gone_through({"a": kind}, text)


PAIRS = [
    "a >= 0 and a <= 3 and b > a and b < 3 and c == 0",
    "a < b and b <= c and a >= 0 and c <= 3",
    "a == b and b == c and a >= 1 and c <= 2",
    "c >= b and b > a and a >= -1 and c <= 1",
    "a >= 0 and b >= 0 and c >= 0 and a + 2*b + 3*c <= 6",
    "a >= 1 and b >= 1 and c >= 1 and a*b*c == 6",
    "a >= 0 and b >= 0 and c == a + b and a + b <= 3",
    "a >= 0 and b >= 0 and 6 > a*(b + 1) + 2*b and c == 1",
    "a >= 0 and b >= 0 and a*b <= 3 and a <= 4 and b <= 4 and c == b",
    "a >= 2 and b >= 2 and a**2 + b**2 <= 20 and c == 0",
    "a <= 2 and a >= 0 and b < a and b >= -1 and c >= b and c <= a",
    "divides(a, 4) and divides(b, a + 5) and b > 0 and a > 0 and c == 0",
    "a >= 1 and 3*a + b <= 7 and b >= 0 and c < a and c > b - 2",
    "a + b >= 0 and a - b >= -1 and 2*a + b <= 5 and b <= 3 and b >= -1 and c == a - b",
    "b - a < 2 and a <= 3 and b >= 0 and 2*c == a + b",
]


@pytest.mark.parametrize("text", PAIRS)
def test_no_values_that_satisfy_a_condition_are_left_out(text: str) -> None:
    expr = said(text)
    names = dict.fromkeys("abc", Type.INT)
    cube = product(range(-3, 9), repeat=3)
    satisfying = {abc for abc in cube if truth(expr, dict(zip("abc", map(Fraction, abc), strict=True))) is True}
    found = gone_through(names, text)
    assert satisfying <= set(found) and satisfying and len(set(found)) == len(found)


def test_sums_of_degree_one_leave_out_no_values() -> None:
    chance, finite = random.Random(36), 0
    for _ in range(30):
        bounds = [f"{name} {chance.choice(['>=', '>'])} {chance.randint(-2, 1)}" for name in "abc"]
        sums = " + ".join(f"{chance.randint(-1, 3)}*{name}/{chance.choice([1, 2, -1])}" for name in "abc")
        more = f"{sums} {chance.choice(['<', '<=', '=='])} {chance.randint(-2, 5)}"
        other = f"b - a {chance.choice(['<', '<='])} {chance.randint(0, 2)}"
        text = " and ".join([*bounds, more, other, f"c - 1 <= 2*b and a <= {chance.randint(0, 4)}"])
        try:
            found = set(gone_through(dict.fromkeys("abc", Type.INT), text))
        except Unsupported:
            continue
        finite += 1
        expr = said(text)
        for abc in product(range(-3, 8), repeat=3):
            holds = abc not in found and truth(expr, dict(zip("abc", map(Fraction, abc), strict=True)))
            assert not holds, (text, abc)
    assert finite > 20


def test_bounds_are_carried_from_letter_to_letter() -> None:
    found = gone_through(dict.fromkeys("abc", Type.INT), "a >= 0 and a < b and b < c and c <= 2")
    assert found == [(0, 1, 2)]
    found = gone_through(dict.fromkeys("cba", Type.INT), "c <= 2 and c > b and b > a and a >= 0")
    assert found == [(2, 1, 0)]
    both = gone_through({"a": Type.INT, "b": Type.INT}, "a <= b and b <= 2 and a >= 1")
    assert both == [(1, 1), (1, 2), (2, 2)]


def test_the_letter_with_the_fewest_values_comes_first() -> None:
    letters = [Letter("a", Type.INT), Letter("b", Type.INT)]
    condition = said("a >= 0 and a <= 50 and b >= 0 and b <= 1")
    firsts = [tuple(place.letters) for place in assignments(letters, conjuncts(condition), Point({}))]
    assert len(firsts) == 102 and all(one.index("b") < one.index("a") for one in firsts)
    empty = said("a >= 0 and a <= 10**6 and b > 1 and b < 1")
    assert list(assignments(letters, conjuncts(empty), Point({}))) == []


def test_values_and_conditions_are_counted() -> None:
    with pytest.raises(OverBudget):
        gone_through({"a": Type.INT}, "a > 0 and a <= 20001")
    assert len(gone_through({"a": Type.INT}, "a > 0 and a <= 20000")) == 20_000


def test_conditions_are_taken_apart_in_order() -> None:
    parts = ["a < 1", "b < 2", "c < 3"]
    one, two, three = map(said, parts)
    assert list(conjuncts(node(Head.AND, node(Head.AND, one, two), three))) == [one, two, three]
    assert list(conjuncts(said("a < 1 or b < 2"))) == [said("a < 1 or b < 2")] and list(conjuncts(one)) == [one]
    implied = said("Implies(a < 1 and b < 2, Implies(c < 3, a == 7))")
    assert list(antecedents(implied)) == [one, two, three]
    assert list(antecedents(one)) == [] and list(antecedents(said("Implies(a < 1, b < 2)"))) == [one]


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("num_solutions((a in NonNeg, b in NonNeg), a + b <= 2)", 6),
        ("num_solutions((a in Pos, b in Pos), a*b <= 4)", 8),
        ("num_solutions((a in Int, b in Int), 0 <= a and a < b and b < 4)", 6),
        ("num_solutions(a in Int, divides(a, 6))", 8),
        ("num_solutions(a in NonNeg, a*(a + 1) <= 20)", 5),
        ("num_solutions((a in NonNeg, b in NonNeg, c in NonNeg), a + b + c == 5)", 21),
        ("num_solutions((a in Pos, b in Pos, c in Pos), a + b - 1 <= 3 and c + b - 1 <= 3)", 14),
    ],
)
def test_what_is_counted_within_bounds(text: str, worth: int) -> None:
    assert value(parse(text, SCOPE), POINT) == worth
    assert value(node(Head.ADD, Sym("x"), Int(1)), POINT) == Fraction(9, 2)
