"""That a number is at least zero, or greater: told of a letter exactly where a comparison says it, and of what is made
of letters only where it is so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from operator import ge, gt, le, lt, ne

import pytest

from verifier.checkers.formulas.places.totality import least, total
from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.functions import NotEvaluated, Undefined
from verifier.kernel.expr import Expr, Head, Int, Sym, Type, node
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import parse
from verifier.language.expressions.scope import Declared, Scope

ORDERS: dict[Head, Callable[[int, int], bool]] = {Head.GT: gt, Head.GE: ge, Head.LT: lt, Head.LE: le, Head.NE: ne}
TYPES = {"x": Type.REAL, "y": Type.REAL}
SCOPE = Scope({name: Declared(kind) for name, kind in TYPES.items()})
X, Y, ZERO = Sym("x"), Sym("y"), Int(0)


@pytest.mark.parametrize("head", ORDERS)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("strictly", [False, True])
def test_a_comparison_with_zero_tells_of_its_number_what_it_says(head: Head, turned: bool, strictly: bool) -> None:
    given = frozenset({node(head, ZERO, X) if turned else node(head, X, ZERO)})
    there = [x for x in (-1, 0, 1) if (ORDERS[head](0, x) if turned else ORDERS[head](x, 0))]
    for number, sign in ((X, 1), (node(Head.NEG, X), -1), (node(Head.NEG, node(Head.NEG, X)), 1)):
        so = all(sign * x > 0 if strictly else sign * x >= 0 for x in there)
        assert least(number, TYPES, given, strictly=strictly) is so
    assert not least(Y, TYPES, given, strictly=strictly)


NUMBERS = """x + y; x*y; x*x; x/y; x**2; x**3; x**0; x**(1/2); sqrt(x); sqrt(x + 1); abs(x); abs(x) + y; min(x, y)
max(x, y); -x; -(-y); x - y; -(x*y); exp(x); x**2 + y; x**2 + 1; sqrt(2) - 1; 1 - sqrt(2); 2 - 2; x + 1/2; x - 1/2
norm(Vector([x, y])); norm(Vector([x, 1])); 3*x; x*x*y; (x + y)/(x*y); 0*x; x**4/y; sqrt(x)*y; max(x, 1); 0.1*x
1/x; 1/(x + 1); 1/(x*y); 1/(x**2 + 1); sqrt(-x); sqrt(x*y); ln(x); ln(-x); log(x, 2); log(2, x); x/(y - x); x**y
factorial(x); factorial(x) - 1; binomial(x, 2); binomial(x, y); -binomial(x, 2); x*factorial(y)"""
GRID = [Fraction(n, 2) for n in (-4, -3, -2, -1, 0, 1, 2, 3, 5, 8)]
SAID = [node(head, *sides) for head in ORDERS for one in (X, Y) for sides in ((one, ZERO), (ZERO, one))]
OF_X, OF_Y = ([one for one in SAID if letter in one.args] for letter in (X, Y))
GIVEN = [frozenset(), *(frozenset({one}) for one in SAID), *map(frozenset, product(OF_X, OF_Y))]
POINTS = [{"x": x, "y": y} for x, y in product(GRID, GRID)]


def test_what_is_told_to_be_least_or_defined_is_so_at_each_point_where_the_comparisons_hold() -> None:
    numbers = [parse(one, SCOPE, Sort.NUMBER) for row in NUMBERS.splitlines() for one in row.split(";")]
    worth = [[_value(one, point) for point in POINTS] for one in numbers]
    told: Counter[str] = Counter()
    for given in GIVEN:
        held = [all(truth(one, point) for one in given) for point in POINTS]
        for number, found in zip(numbers, worth, strict=True):
            values = [one for one, so in zip(found, held, strict=True) if so]
            if total(number, TYPES, given):
                told["defined"] += 1
                assert None not in values, (number, given)
            for strictly in (False, True):
                if least(number, TYPES, given, strictly=strictly):
                    told["strictly" if strictly else "at least"] += 1
                    known = [one for one in values if isinstance(one, Fraction)]
                    assert all(one > 0 if strictly else one >= 0 for one in known), (number, given, strictly)
    assert told == {"defined": 4127, "at least": 2873, "strictly": 1362}


def _value(number: Expr, point: dict[str, Fraction]) -> object:
    """What a number is worth; None where it is not defined, and a text where its value is not told."""
    try:
        return value(number, point)
    except Undefined:
        return None
    except NotEvaluated as error:
        return str(error)
