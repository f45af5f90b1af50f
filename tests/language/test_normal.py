"""The normal form: what is one spelling up to the laws that it names, and what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.formulas.generator import DECLARED, Generator

from verifier.kernel.expr import MAX_NESTING, SCOPED, Expr, Head, Node, NotSubstituted, Sym, Type, substitute
from verifier.language.comparing.normal import normal
from verifier.language.expressions.parse import parse
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.printing.plain import plain

WIDER = Scope({**DECLARED, **{name: Declared(Type.REAL) for name in ("y", "a", "b")}, "B": Declared(Type.MATRIX)})


def form(text: str) -> str:
    return normal(parse(text, WIDER), matrices=("A", "B"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x + y + 3", "3 + (y + x)"),
        ("x - y", "-y + x"),
        ("x - y", "x + (-1)*y"),
        ("x*y/2", "1/2*x*y"),
        ("0.75*x", "3*x/4"),
        ("x/y/n", "x/(y*n)"),
        ("-3*x", "x*(-3)"),
        ("-(-x)", "x"),
        ("x > 3", "3 < x"),
        ("x >= y + 1", "1 + y <= x"),
        ("24 == 48/2", "48/2 == 24"),
        ("x != y", "not y == x"),
        ("not not rains", "rains"),
        ("rains and x == 1 and y == 2", "(y == 2 and rains) and 1 == x"),
        ("x == 1 or x == 2", "x == 2 or x == 1"),
        ("1 < x <= 3", "x <= 3 and x > 1"),
        ("ForAll(i in Int, i > x)", "ForAll(k in Int, x < k)"),
        ("Sum(Sum(i*j, j, 1, i), i, 1, n)", "Sum(Sum(b*a, a, 1, b), b, 1, n)"),
        ("{k**2 for k in Int if k > 0}", "{n**2 for n in Int if 0 < n}"),
        ("solves(x in Real, [2, -2], x**2 == 4)", "solves(y in Real, {-2, 2}, 4 == y**2)"),
        ("min(x, y, 3)", "min(3, min(y, x))"),
        ("2*A*B", "A*2*B"),
        ("len({1, 2, 1})", "len({2, 1})"),
    ],
)
def test_what_differs_only_in_spelling_has_one_form(one: str, other: str) -> None:
    assert form(one) == form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("48/2 == 24", "24 == 24"),  # nothing is computed
        ("x/x", "1"),
        ("x - x", "0"),
        ("x == 0.5", "x == 0.50"),  # places say how it was rounded
        ("x == 0.5", "x == 1/2"),
        ("A*B", "B*A"),
        ("x - y", "y - x"),
        ("x/y", "y/x"),
        ("x**y", "y**x"),
        ("ForAll(i in Int, i > x)", "ForAll(i in Real, i > x)"),
        ("ForAll(i in Int, i > x)", "Exists(i in Int, i > x)"),
        ("ForAll((i in Int, k in Int), i < k)", "ForAll((k in Int, i in Int), i < k)"),
        ("Implies(rains, x == 1)", "Implies(x == 1, rains)"),
        ("x < y", "x <= y"),
        ("(1, 2) == P", "(2, 1) == P"),
        ("2*(x + y)", "2*x + 2*y"),
        ("Sum(i, i, 1, n)", "Sum(n, i, 1, n)"),
    ],
)
def test_what_says_something_else_has_another_form(one: str, other: str) -> None:
    assert form(one) != form(other)


def test_free_names_are_replaced_and_bound_ones_are_not() -> None:
    told = parse("ForAll(x in Real, x < y) and x == y", WIDER)
    assert normal(told, {"x": "price", "y": "cost"}) == normal(told, {"y": "cost", "x": "price"})
    assert "price" in normal(told, {"x": "price"}) and normal(told, {"x": "y", "y": "x"}) != normal(told)
    assert normal(parse("x + y", WIDER), {"x": "y", "y": "x"}) == form("x + y")


def test_the_form_of_random_expressions_does_not_hang_on_the_names_of_bound_letters() -> None:
    generator, changed = Generator(30), 0
    for _ in range(1500):
        expr = generator.expression(4)[0]
        try:
            renamed = _renamed(expr)
        except NotSubstituted:  # a derivative by a bound letter
            continue
        changed += renamed != expr
        assert normal(renamed) == normal(expr)
    assert changed > 100


def _renamed(expr: Expr) -> Expr:
    """The expression with every bound letter under another name."""
    if not isinstance(expr, Node):
        return expr
    names = {one.name: Sym(f"{one.name}_other") for one in expr.letters}
    letters = tuple(replace(one, name=names[one.name].name) for one in expr.letters)
    scoped = SCOPED.get(expr.head, ())
    args = (substitute(one, names) if i in scoped else one for i, one in enumerate(expr.args))
    return Node(expr.head, tuple(map(_renamed, args)), letters)


def test_the_deepest_expressions_have_a_form() -> None:
    heads = (Head.NEG, Head.ADD, Head.MUL, Head.SQRT, Head.POW)
    deep: Expr = Sym("x")
    for i in range(MAX_NESTING - 1):
        head = heads[i % len(heads)]
        deep = Node(head, (deep,) if head in (Head.NEG, Head.SQRT) else (deep, Sym("y")))
    assert normal(deep).count("y") == plain(deep).count("y") == 3 * (MAX_NESTING - 1) // len(heads)
