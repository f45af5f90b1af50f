"""The short form of a number: the same number wherever it is defined, and one form of sums of square roots."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import pytest

from verifier.checkers.formulas.places.monomials import MAX_TERMS, ONE, rational, written
from verifier.checkers.formulas.places.totality import total
from verifier.checkers.formulas.rules.forms import atoms, polynomial
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import parse
from verifier.language.expressions.scope import Declared, Scope

LETTERS = {"x": Type.REAL, "y": Type.REAL, "k": Type.INT}


SCOPE = Scope({name: Declared(kind) for name, kind in LETTERS.items()})


def number(text: str) -> Expr:
    return parse(text, SCOPE, Sort.NUMBER)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sqrt(8)", "2*sqrt(2)"),
        ("sqrt(2)*sqrt(3)", "sqrt(6)"),
        ("1/(5*sqrt(2))", "sqrt(2)/10"),
        ("7/(sqrt(2) - 1)", "7*sqrt(2) + 7"),
        ("sqrt(64 + (10 - (10 + sqrt(105)))**2)", "13"),
        ("sqrt(x**2 + 9)**2", "9 + x**2"),
        ("sqrt(9 + (-x)**2)", "sqrt(x*x + 3**2)"),
        ("sqrt(4*x**2)", "2*abs(x)"),
        ("sqrt(x**4)", "x**2"),
        ("abs(-3*x**2*y)", "3*x**2*abs(y)"),
        ("abs(y - x)", "abs(x - y)"),
        ("abs(2*x - 4)", "2*abs(2 - x)"),
        ("abs(x)**3", "abs(x)*x**2"),
        ("abs(x)**4", "x**4"),
        ("sqrt(x)**3", "sqrt(x)*x"),
        ("sqrt(x)**4*sqrt(x)", "x**2*sqrt(x)"),
        ("sqrt(2)**3", "2*sqrt(2)"),
        ("x/y + y/(2*y)", "(2*x + y)/(2*y)"),
        ("x**2/x", "x"),
        ("1/(1/x)", "x"),
        ("x**(-2)*x", "1/x"),
        ("(x + y)/(2*x + 2*y)", "(x + y)/(2*y + 2*x)"),
        ("x/(x + y) + y/(x + y)", "1"),
        ("x/(3*x - 1)*(3*x - 1)", "x"),
        ("(x**2 - y**2)/(x - y)", "x + y"),
        ("x**3/(x**2 + 1)", "x - x/(1 + x**2)"),
        ("1/sqrt(x)", "sqrt(x)/x"),
        ("floor(x + 7/2)", "floor(x + 1/2) + 3"),
        ("ceil(x)", "-floor(-x)"),
        ("(2*x)//4", "floor(x/2)"),
        ("ceil(x - 1)", "ceil(x) - 1"),
        ("exp(x + y)", "exp(y + x)"),
        ("sin(2*(x + 1))", "sin(2*x + 2)"),
        ("binomial(5, 2)*x", "10*x"),
        ("Sum(k, k, 1, 4)*x", "10*x"),
        ("det(Matrix([[1, 2], [3, 4]]))*y", "-2*y"),
    ],
)
def test_one_number_has_one_form(one: str, other: str) -> None:
    assert polynomial(number(one)) == polynomial(number(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sqrt(x**2)", "x"),
        ("abs(x + y)", "abs(x) + abs(y)"),
        ("sqrt(x + y)", "sqrt(x) + sqrt(y)"),
        ("floor(2*x)", "2*floor(x)"),
        ("ceil(x)", "floor(x) + 1"),
        ("floor(-x)", "-floor(x)"),
        ("1/(x + y)", "1/x + 1/y"),
        ("x/y", "y/x"),
        ("sqrt(2) + sqrt(3)", "sqrt(5)"),
        ("1/(sqrt(2) - 1)", "sqrt(2) - 1"),
        ("sqrt(-4)", "2"),
        ("x/0", "0"),
        ("(x + 1)**2", "x**2 + 1"),
    ],
)
def test_other_numbers_have_other_forms(one: str, other: str) -> None:
    assert polynomial(number(one)) != polynomial(number(other))


def test_what_is_undefined_has_no_number() -> None:
    assert rational(polynomial(number("1/0"))) is None
    assert rational(polynomial(number("sqrt(-1)"))) is None
    assert rational(polynomial(number("0/0"))) is None
    assert list(atoms(number("x + x/x"))) == [Sym("x"), number("x/x")]


def test_a_form_of_a_form_is_itself() -> None:
    draw = random.Random(5)
    for _ in range(300):
        expr = drawn(draw, 3)
        try:
            form = polynomial(expr)
            assert polynomial(written(form)) == form
        except CheckFailed:
            continue


class Nowhere(Exception):
    """An expression denotes nothing."""


def worth(expr: Expr, point: dict[str, float]) -> float:
    """What an expression is worth, in floating point, by the meaning of each function."""
    match expr:
        case Int(value):
            return float(value)
        case Dec(value=value):
            return float(value)
        case Const("pi"):
            return math.pi
        case Sym(name):
            return point[name]
    assert isinstance(expr, Node), expr
    values = [worth(arg, point) for arg in expr.args]
    if expr.head in (Head.DIV, Head.FLOORDIV) and abs(values[1]) < 1e-9:
        raise Nowhere
    if expr.head is Head.POW and values[1] <= 0 and abs(values[0]) < 1e-9:
        raise Nowhere
    if expr.head is Head.SQRT and values[0] < -1e-9:
        raise Nowhere
    return MEANINGS[expr.head](*values)


MEANINGS = {
    Head.ADD: lambda a, b: a + b,
    Head.SUB: lambda a, b: a - b,
    Head.MUL: lambda a, b: a * b,
    Head.NEG: lambda a: -a,
    Head.DIV: lambda a, b: a / b,
    Head.FLOORDIV: lambda a, b: math.floor(a / b + 1e-9),
    Head.POW: lambda a, b: a**b,
    Head.SQRT: lambda a: math.sqrt(max(a, 0.0)),
    Head.ABS: abs,
    Head.FLOOR: lambda a: math.floor(a + 1e-9),
    Head.CEIL: lambda a: math.ceil(a - 1e-9),
    Head.MIN: min,
    Head.MAX: max,
    Head.SIN: math.sin,
    Head.EXP: lambda a: math.exp(min(a, 50)),
}
ONE_ARGUMENT = (Head.NEG, Head.SQRT, Head.ABS, Head.FLOOR, Head.CEIL, Head.SQRT, Head.ABS)
TWO_ARGUMENTS = (Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.ADD, Head.MUL, Head.DIV, Head.MAX, Head.FLOORDIV)


def drawn(draw: random.Random, depth: int) -> Expr:
    """An expression of any of the functions that are put into a short form."""
    if depth == 0 or draw.random() < 0.1:
        return draw.choice([Sym("x"), Sym("y"), Sym("k"), Int(draw.randint(0, 12)), Int(2), Int(3)])
    if draw.random() < 0.15:
        return node(Head.POW, drawn(draw, depth - 1), draw.choice([Int(2), Int(3), node(Head.NEG, Int(1)), Int(1)]))
    if draw.random() < 0.4:
        return node(draw.choice(ONE_ARGUMENT), drawn(draw, depth - 1))
    return node(draw.choice(TWO_ARGUMENTS), drawn(draw, depth - 1), drawn(draw, depth - 1))


def test_the_form_is_worth_what_the_expression_is() -> None:
    draw, compared = random.Random(11), 0
    for _ in range(4000):
        expr = drawn(draw, 4)
        point = {"x": draw.randint(-40, 40) / 8, "y": draw.randint(1, 60) / 8, "k": float(draw.randint(-5, 5))}
        try:
            form, expected = polynomial(expr), worth(expr, point)
        except (Nowhere, CheckFailed, OverflowError):
            continue
        if abs(expected) > 1e6:
            continue
        found = sum(float(x) * math.prod(worth(a, point) ** k for a, k in key) for key, x in form.items())
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-5), (expr, point)
        compared += 1
    assert compared > 1500


FACTORS = ("x", "y", "x + 1", "sqrt(x)", "sqrt(x + y)", "sqrt(2)", "sqrt(12)", "abs(x - 3)", "abs(x)", "abs(y - x)")


def test_products_of_powers_are_worth_what_they_are() -> None:
    """Of roots, absolute values and divisors in powers of both signs, which are taken together in pairs."""
    draw, compared = random.Random(7), 0
    for _ in range(1200):
        expr: Expr = Int(draw.randint(1, 6))
        for _ in range(draw.randint(1, 3)):
            base, power = number(draw.choice(FACTORS)), Int(draw.randint(1, 5))
            one = node(Head.POW, base, power if draw.random() < 0.7 else node(Head.NEG, power))
            expr = node(draw.choice((Head.MUL, Head.DIV)), expr, one)
        point = {"x": draw.choice((1.1, 2.3, 4.7, 5.9)), "y": draw.choice((0.7, 1.9, 3.3))}
        try:
            expected, form = worth(expr, point), polynomial(expr)
        except Nowhere:
            continue  # a factor is too near zero
        found = sum(float(x) * math.prod(worth(a, point) ** k for a, k in key) for key, x in form.items())
        assert found == pytest.approx(expected, rel=1e-6), (expr, point)
        compared += 1
    assert compared > 1000


def test_what_is_total_is_never_undefined() -> None:
    draw, defined = random.Random(17), 0
    for _ in range(6000):
        expr = drawn(draw, 4)
        if not total(expr, LETTERS):
            continue
        for _ in range(6):
            point = {"x": draw.randint(-9, 9) / 3, "y": draw.randint(-9, 9) / 3, "k": float(draw.randint(-3, 3))}
            try:
                worth(expr, point)
            except OverflowError:
                continue
        defined += 1
    assert defined > 800


def test_a_form_has_bounds() -> None:
    with pytest.raises(CheckFailed):
        polynomial(number("(" + "+".join(f"x**{k}*y**{k // 2}" for k in range(1, 13)) + ")**9"))
    assert len(polynomial(number("(x + y + 1)**9"))) < MAX_TERMS
    assert polynomial(number("x - x")) == {}
    assert polynomial(number("7/2")) == {ONE: Fraction(7, 2)}


def test_the_length_of_a_vector_is_a_root() -> None:
    assert polynomial(number("norm(Vector([3, x]))*sqrt(9 + x**2)")) == polynomial(number("9 + x**2"))
    assert polynomial(number("dot(Vector([x, 2]), Vector([3, y]))")) == polynomial(number("3*x + 2*y"))
    assert total(number("norm(Vector([3, x]))"), LETTERS)
    assert not total(number("norm(Vector([3, 1/x]))"), LETTERS)
    assert not total(number("dot(Vector([3, 1]), Vector([3, 1, x]))"), LETTERS)


def test_a_product_that_takes_too_much_work_to_reduce_is_refused_whatever_was_asked_before() -> None:
    asked = number("x**12*y**12*(1/(x + y))**12*(1/(y + 1))**12")
    for _ in range(2):
        with pytest.raises(CheckFailed, match="too much work"):
            polynomial(asked)
        polynomial(number("x**12*(1/(x + y))**12"))


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("x**(k + 2)", True),
        ("x**(k - 3)", True),
        ("(x + 1)**(2*k + 1)", True),
        ("x**(k + 12)", True),
        ("x**(k + 13)", False),
        ("x**(k + 1/2)", False),
        ("x**(5/2)", False),
        ("x**k", False),
        ("factorial(k)", False),
        ("x**(-3/2)", False),
        ("0**(k + 1)", False),
        ("factorial(k + 3)", True),
        ("factorial(k - 2)", True),
        ("factorial(2*k + 1)", True),
        ("factorial(k + 12)", True),
        ("factorial(k + 13)", False),
        ("factorial(k - 13)", False),
        ("factorial(k + 1/2)", False),
    ],
)
def test_a_whole_number_taken_out_of_an_exponent_or_a_factorial_changes_no_value(text: str, apart: bool) -> None:
    expr = number(text)
    form = written(polynomial(expr))
    assert isinstance(form, Node) and (form.head in (Head.POW, Head.FACTORIAL)) is not apart
    told = 0
    for x, k in itertools.product([Fraction(-2), Fraction(0), Fraction(1, 2), Fraction(3)], range(-4, 5)):
        try:
            one, other = (value(each, {"x": x, "k": Fraction(k)}) for each in (expr, form))
        except NotEvaluated:
            continue
        told += 1
        assert one == other
    assert not apart or told > 10


NAMES = [f"v{i}" for i in range(10, 40)]  # spelled in one order, and hashed in many


def test_the_form_of_a_product_does_not_depend_on_the_order_of_its_parts_in_memory() -> None:
    """What goes through a set of numbers in the order of their hashes has other forms for other names."""
    chance = random.Random(6)
    divisors = ("{0} + 1", "{0} + 8", "{0} - 3", "{0}**2 + {0}", "sqrt({0}) + {0}", "sin({0}) + 2", "{0}")
    over = ("{0}", "{0}**2", "sqrt({0})", "{0}*sin({0})", "1/({0} + 5)")
    scope = Scope({name: Declared(Type.REAL) for name in NAMES})
    for _ in range(40):
        text = "*".join(f"(1/({one}))" for one in chance.sample(divisors, 3)) + f"*({chance.choice(over)})"
        text = chance.choice((text, f"1/({text})"))
        found = {
            repr(written(polynomial(parse(text.format(name), scope, Sort.NUMBER)))).replace(name, "v")
            for name in chance.sample(NAMES, 12)
        }
        assert len(found) == 1, text
