"""Greatest and least values under conditions of degree one, beside all points that are tried one by one."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise, product

import pytest
from flint import fmpq
from support.judged_statements import find_state

from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.engines.formulas.sums.linear_extremes import linear_extreme
from verifier.engines.formulas.sums.simplex import greatest
from verifier.kernel.expr import Expr, Head, Node
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Scope


def of(text: str) -> Node:
    found = formula(text, Scope({}))
    assert isinstance(found, Node)
    return found


def drawn(draw: random.Random) -> str:
    """Something of degree one in three whole numbers from 0 to 6, and conditions of degree one."""
    names, types = "xyz", ("NonNeg", "Int", "Pos")
    letters = ", ".join(f"{name} in {draw.choice(types)}" for name in names)
    made = " + ".join(f"({draw.randint(-4, 4)})*{name}" for name in names)
    conditions = [f"{draw.choice(('0 <=', '-1 <'))} {name} and {name} <= {draw.randint(2, 6)}" for name in names]
    for _ in range(draw.randint(0, 2)):
        sides = " + ".join(f"({draw.randint(-3, 3)})*{name}" for name in names)
        relation = draw.choice(("<", "<=", ">", ">=", "=="))
        conditions.append(f"{sides} {relation} {draw.randint(-3, 12)}/{draw.choice((1, 2))}")
    return f"{draw.choice(('is_max', 'is_min'))}(0, {made}, ({letters}), {' and '.join(conditions)})"


def reached(extreme: Node) -> list[Fraction]:
    """All values that are reached, from the least."""
    _, made, condition = extreme.args
    least = {"pos": 1, "count": 0, "int": -1}
    ranges = [range(least[one.type.value], 7) for one in extreme.letters]
    points = (dict(zip((one.name for one in extreme.letters), at, strict=True)) for at in product(*ranges))
    exact = ({name: Fraction(x) for name, x in point.items()} for point in points)
    return sorted(value(made, at) for at in exact if truth(condition, at) is True)


def test_they_are_those_of_all_points() -> None:
    draw, empty = random.Random(39), 0
    for _ in range(60):
        extreme = of(drawn(draw))
        known, found = reached(extreme), linear_extreme(extreme)
        if found is None:
            empty += 1
            assert known == []
            continue
        assert truth(extreme.args[2], found) is True
        assert value(extreme.args[1], found) == (known[-1] if extreme.head is Head.IS_MAX else known[0])
    assert empty < 30


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("is_max(0, x + y, (x in Real, y in Real), x + 2*y <= 4 and 3*x + y <= 6)", "14/5"),
        ("is_min(0, x - y, (x in Real, y in Real), x >= 6 and y >= 6 and x + y == 20)", "-8"),
        ("is_max(0, x, (x in Real, y in Real), x <= y)", None),
        ("is_max(0, x, (x in Int, y in Int), x < 5/2 and y == x)", "2"),
        ("is_max(0, x*y, (x in Int, y in Int), x + y == 4)", None),
        ("is_max(0, x, (x in Complex, y in Int), x <= 4)", None),
        ("is_max(0, x, (x in Real, y in Real), 2 < 1 and x + y == 1)", None),
    ],
)
def test_they_are_told_where_they_exist(text: str, found: str | None) -> None:
    extreme = of(text)
    point = linear_extreme(extreme)
    assert (None if point is None else value(extreme.args[1], point)) == (None if found is None else Fraction(found))


def test_a_row_that_says_nothing_new_is_no_trouble() -> None:
    one, two = [fmpq(1), fmpq(1)], [fmpq(2), fmpq(2)]
    assert greatest([one, two], [fmpq(3), fmpq(6)], [fmpq(1), fmpq(0)]) == [3, 0]
    assert greatest([one, two], [fmpq(3), fmpq(5)], [fmpq(1), fmpq(0)]) is None


def distinct(count: int, place: int, total: int) -> str:
    names = [f"x{i}" for i in range(1, count + 1)]
    ordered = " and ".join(f"{a} < {b}" for a, b in pairwise(names))
    letters = ", ".join(f"{name} in Pos" for name in names)
    return f"is_max(m, x{place}, ({letters}), {ordered} and {' + '.join(names)} == {total})"


@pytest.mark.parametrize(("count", "place", "total", "best"), [(3, 2, 20, 9), (5, 3, 40, 11), (11, 6, 90, 10)])
def test_the_greatest_of_many_whole_numbers_is_decided(count: int, place: int, total: int, best: int) -> None:
    """The median of distinct whole numbers of one sum: more of them than can be gone through."""
    for number, state in {best: "proved", best - 1: "refuted", best + 1: "refuted"}.items():
        assert find_state({"m": "int"}, [distinct(count, place, total)], f"m == {number}") == state


def holds(expr: Expr) -> bool | None:
    return truth(expr, {})


def test_what_is_greatest_is_known_whatever_it_is_compared_with() -> None:
    """The values that are reached are found one time, and an extreme of no values, or of undefined ones, is none."""
    of_pairs = "(x in Int, y in Int), 0 <= x and x < 4 and 0 <= y and y < 4 and x + y < 5"
    assert [number for number in range(-2, 9) if holds(of(f"is_max({number}, x + y, {of_pairs})"))] == [4]
    assert [number for number in range(-9, 9) if holds(of(f"is_min({number}, x - 2*y, {of_pairs})"))] == [-6]
    assert holds(of("is_max(0, x, x in Int, x > 1 and x < 2)")) is not True
