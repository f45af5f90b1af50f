"""Sums over ranges in the short form: term by term, numbers and letters outside, and worth what they were."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from verifier.checkers.formulas.places.monomials import ONE, written
from verifier.checkers.formulas.places.totality import total
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope

TYPES = {"x": Type.REAL, "y": Type.REAL, "k": Type.INT, "n": Type.INT}
SCOPE = Scope({name: Declared(kind) for name, kind in TYPES.items()})


def number(text: str) -> Expr:
    return parse(text, SCOPE, Sort.NUMBER)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sum(sin(k) + cos(k), k, 1, n)", "Sum(cos(j), j, 1, n) + Sum(sin(k), k, 1, n)"),
        ("Sum(1 - 3/4*sin(k)**2, k, 1, 44)", "44 - 3/4*Sum(sin(j)**2, j, 1, 44)"),
        ("Sum(x*y**2*sqrt(k), k, 0, 9)", "x*y**2*Sum(sqrt(m), m, 0, 9)"),
        ("Sum((1 - cos(k))/2, k, 1, n)", "1/2*(Sum(1, k, 1, n) - Sum(cos(k), k, 1, n))"),
        ("Sum(Sum(sin(k*j), j, 1, k), k, 1, n)", "Sum(Sum(sin(j*k), k, 1, j), j, 1, n)"),
        ("Sum(x, k, 3, 2)", "0"),
        ("Sum(x, k, 3, 1)", "0"),
        ("Sum(x, k, 3, 3)", "x"),
        ("Sum(sin(k), k, 1, n + n)", "Sum(sin(k), k, 1, 2*n)"),
    ],
)
def test_sums_of_the_same_terms_have_one_form(one: str, other: str) -> None:
    assert polynomial(number(one)) == polynomial(number(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sum(sin(k), k, 1, n)", "Sum(sin(k), k, 0, n)"),
        ("Sum(sin(k), k, 1, n)", "Sum(sin(k), k, 1, n + 1)"),
        ("Sum(k*sin(k), k, 1, n)", "k*Sum(sin(k), k, 1, n)"),
        ("Sum(sin(k)*cos(k), k, 1, n)", "Sum(sin(k), k, 1, n)*Sum(cos(k), k, 1, n)"),
        ("Sum(x/y, k, 1, n)", "Sum(x, k, 1, n)/y"),  # of no terms, the one is 0 where the other is undefined
        ("Sum(Sum(sin(k), j, 1, 2), k, 1, n)", "Sum(Sum(sin(j), j, 1, 2), k, 1, n)"),
        ("Prod(x*sqrt(k), k, 1, n)", "x*Prod(sqrt(k), k, 1, n)"),
        ("Sum(x, k, 1, n)", "n*x"),
    ],
)
def test_sums_of_other_terms_have_other_forms(one: str, other: str) -> None:
    assert polynomial(number(one)) != polynomial(number(other))


def test_the_letter_of_a_sum_is_none_that_stands_free_in_it() -> None:
    inner = node(Head.MUL, Sym("k"), node(Head.SIN, Sym("#1")))
    over = Node(Head.SUM, (node(Head.SIN, node(Head.MUL, inner, Sym("k"))), Int(1), Sym("n")), (Letter("k", Type.INT),))
    [(key, factor)] = polynomial(over).items()
    [(atom, power)] = key
    assert isinstance(atom, Node) and atom.free == {"#1", "n"} and factor == power == 1


def _drawn(draw: random.Random, depth: int) -> Expr:
    if depth == 0 or draw.random() < 0.15:
        return draw.choice([Sym("x"), Sym("y"), Sym("k"), Sym("k"), Int(draw.randint(0, 3)), Int(2)])
    head = draw.choice([Head.ADD, Head.SUB, Head.MUL, Head.MUL, Head.DIV, Head.ABS, Head.FLOOR, Head.SUM])
    if head is Head.SUM:
        return _over(draw, depth - 1)
    if head in (Head.ABS, Head.FLOOR):
        return node(head, _drawn(draw, depth - 1))
    return node(head, _drawn(draw, depth - 1), _drawn(draw, depth - 1))


def _over(draw: random.Random, depth: int) -> Node:
    low, high = draw.choice([Int(0), Int(1), Sym("n")]), draw.choice([Int(0), Int(2), Int(3), Sym("n"), Sym("k")])
    letter = draw.choice(["k", "k", "j"])
    return Node(Head.SUM, (_drawn(draw, depth), low, high), (Letter(letter, Type.INT),))


def test_the_form_of_a_sum_is_worth_what_the_sum_is() -> None:
    draw, compared, empty = random.Random(36), 0, 0
    for _ in range(1500):
        expr = _over(draw, 3)
        point = {name: Fraction(draw.choice([-2, -1, 0, 0, 1, 2]), draw.choice([1, 1, 2])) for name in "xy"}
        point |= {"k": Fraction(draw.randint(-1, 3)), "n": Fraction(draw.randint(-1, 3))}
        try:
            form = polynomial(expr)
            short = written(form)
            assert polynomial(short) == form
            found, expected = value(short, point), value(expr, point)
        except (NotEvaluated, CheckFailed):
            continue
        assert found == expected, expr
        compared += 1
        empty += expected == 0 and ONE not in form
    assert compared > 400 and empty > 20


@pytest.mark.parametrize(
    ("text", "defined"),
    [
        ("Sum(x*k, k, 1, 3)", True),
        ("Prod(sin(k), k, 1, 3)", True),
        ("Sum(1/(k**2 + 1), k, 1, 3)", True),
        ("Sum(1/k, k, 1, 3)", False),
        ("Sum(sqrt(k), k, 1, 3)", False),
        ("Sum(x, k, 1, n)", False),
        ("Sum(x, k, 1/2, 3)", False),
        ("Sum(1/y, k, 1, 3)", True),
        ("Sum(1/x, k, 1, 3)", False),
    ],
)
def test_a_sum_is_defined_where_each_of_its_terms_is(text: str, defined: bool) -> None:
    given = frozenset({formula("k != 0", SCOPE), formula("k > 0", SCOPE), formula("y != 0", SCOPE)})
    assert total(number(text), TYPES, given) is defined
