"""What is surely defined has a value wherever its letters are what is known of them, for every function with
conditions; and what proofs may not take for a number."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from support.formulas.sequents import SCOPE, VALUES, claim, shown

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import CONDITIONAL, total
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.checkers.formulas.rules.whole import Defined
from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.functions import NotEvaluated, Undefined
from verifier.kernel.expr import FORMULAS, Expr, Head, Int, Node, Sym, Type, node
from verifier.kernel.functions import SIGNATURES
from verifier.kernel.verdict import CheckFailed, Reason
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse

TYPES = {"x": Type.REAL, "y": Type.REAL, "k": Type.INT, "n": Type.COUNT, "m": Type.POS}
POINTS = [
    dict(zip("xyknm", map(Fraction, values), strict=True))
    for values in ((0, 0, 0, 0, 1), (-3, "1/2", -2, 3, 2), ("5/2", 4, 5, 1, 7), (1, -1, -1, 2, 3), (2, 3, 3, 4, 1))
]
TERMS = [
    parse(text, SCOPE, Sort.NUMBER)
    for text in ("x", "y", "k", "n", "-3", "0", "1", "2", "7", "1/2", "x**2 + 1", "abs(x)", "n + 1", "1/x", "k*n")
] + [Sym("m")]
WHOLE = frozenset(map(Sym, "knm"))


def applications() -> list[Node]:
    found, chance = list[Node](), random.Random(5)
    for head in sorted(CONDITIONAL, key=str):
        count = len(SIGNATURES[head].names)
        every = list(product(TERMS, repeat=count))
        found += [Node(head, args) for args in chance.sample(every, min(len(every), 120))]
    return found


def is_undefined(expr: Node, point: dict[str, Fraction]) -> bool:
    try:
        if expr.head in FORMULAS:
            return truth(expr, point) is None
        value(expr, point)
    except Undefined:
        return True
    except NotEvaluated:
        return False
    return False


def test_what_is_surely_defined_has_a_value_at_every_point() -> None:
    known = 0
    for expr in applications():
        if total(expr, TYPES, frozenset(), WHOLE):
            known += 1
            for point in POINTS:
                assert not is_undefined(expr, point), (expr, point)
    assert known > 300


def test_what_is_defined_where_signs_hold_has_a_value_where_they_do() -> None:
    signs = tuple(formula(text, SCOPE) for text in ("x > 0", "y != 0", "n >= 1", "is_int(k)", "k >= 2", "is_int(n)"))
    place = Place((), TYPES, True)

    def order(one: Expr, at: Place) -> tuple[object, Head] | None:
        if not isinstance(one, Node) or one.head not in (Head.GT, Head.GE, Head.NE):
            return None
        return gap_of(one, at), one.head

    told = Defined([], place, frozenset(signs), order)  # type: ignore[arg-type]
    where = [one for one in POINTS if all(truth(sign, one) is True for sign in signs)]
    assert where
    known = 0
    for expr in (one for one in applications() if one.head not in FORMULAS):
        if told.surely(expr):
            known += 1
            assert not any(is_undefined(expr, point) for point in where), expr
    assert known > 300


FORMULA = formula("x < 1", SCOPE)


@pytest.mark.parametrize("head", [Head.FLOOR, Head.ABS, Head.NEG, Head.IS_INT, Head.SQRT, Head.EXP])
def test_a_formula_is_no_number_of_which_anything_is_asked(head: Head) -> None:
    asked = node(head, FORMULA) if head is Head.IS_INT else node(Head.EQ, node(head, FORMULA), Int(0))
    assert not total(asked, TYPES)
    with pytest.raises(CheckFailed) as refused:
        tree = {"rule": "excluded_middle", "asked": expression_to_json(asked), "trees": [VALUES, VALUES]}
        shown(claim("x < 1 or x >= 1"), tree)
    assert refused.value.reason is Reason.SIDE_CONDITION


@pytest.mark.parametrize("head", [Head.ADD, Head.MUL, Head.DIV, Head.POW, Head.EQ, Head.LT, Head.FLOORDIV, Head.MIN])
def test_a_formula_is_not_calculated_with_or_compared(head: Head) -> None:
    assert not total(node(head, FORMULA, Int(2)), TYPES) and not total(node(head, Int(2), FORMULA), TYPES)


@pytest.mark.parametrize(
    ("text", "defined"),
    [
        ("gcd(k, n, 4)", True),
        ("gcd(k, n, x)", False),
        ("lcm(k, x, n)", False),
        ("mod(k, 7)", True),
        ("mod(k, 0)", False),
        ("mod(x, 7)", False),
        ("k % n", False),
        ("binomial(n, 2)", True),
        ("binomial(k, 2)", False),
        ("factorial(n + 1)", True),
        ("factorial(n - 1)", False),
        ("inverse_mod(3, 7)", False),
        ("x // 2", True),
        ("x // k", False),
        ("divides(k, n)", True),
        ("divides(k, x)", False),
        ("congruent(k, n, 3)", True),
        ("congruent(k, n, 0)", False),
        ("ForAll(t in Real, gcd(t, n) == 1)", False),
        ("ForAll(t in NonNeg, factorial(t) > 0)", True),
        ("ForAll(k in Real, is_int(gcd(k, 2)))", False),
        ("is_prime(1/x)", False),
        ("tan(x) == 1", False),
    ],
)
def test_functions_of_whole_numbers_are_defined_for_what_is_known_to_be_whole(text: str, defined: bool) -> None:
    assert total(_read(text), TYPES, frozenset(), WHOLE) is defined


def _read(text: str) -> Expr:
    logical = any(sign in text for sign in ("==", "divides", "congruent", "ForAll", "is_prime"))
    return formula(text, SCOPE) if logical else parse(text, SCOPE, Sort.NUMBER)
