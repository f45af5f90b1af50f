"""Logarithms, powers and waves in short form: the same number wherever both are defined, and never more."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from verifier.checkers.formulas.places.monomials import written
from verifier.checkers.formulas.rules import functions
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.values.evaluation import value
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Type, node, walk_expr
from verifier.kernel.verdict import CheckFailed
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import parse
from verifier.language.expressions.scope import Declared, Scope

SCOPE = Scope({name: Declared(Type.REAL) for name in "xyab"})
SAME = [
    ("log(x, 8)", "log(x, 2)/3"),
    ("log(log(x, 8), 2)", "log(log(x, 2), 2) - log(3, 2)"),
    ("ln(x**2*y/4)", "2*ln(x) + ln(y) - 2*ln(2)"),
    ("ln(e**3)", "3"),
    ("ln(sqrt(x))", "ln(x)/2"),
    ("6**b/3**b", "2**b"),
    ("8**x", "2**(3*x)"),
    ("2**(x + 2)", "4*2**x"),
    ("exp(2*x)*exp(-x)", "e**x"),
    ("2**log(x, 2)", "abs(x)"),
    ("8**log(x, 2)", "abs(x)**3"),
    ("4**(1/2)", "2"),
    ("log(4**factorial(8), 2)", "2*factorial(8)"),
    ("sin(x)**2 + cos(x)**2", "1"),
    ("sin(2*x)", "2*sin(x)*cos(x)"),
    ("cos(3*x)", "4*cos(x)**3 - 3*cos(x)"),
    ("sin(a + b)", "sin(a)*cos(b) + cos(a)*sin(b)"),
    ("cos(a - b)", "cos(a)*cos(b) + sin(a)*sin(b)"),
    ("sin(pi - x)", "sin(x)"),
    ("cos(2*x*deg)", "1 - 2*sin(x*deg)**2"),
    ("cos(pi/12)", "(sqrt(6) + sqrt(2))/4"),
    ("tan(x)*cos(x)", "sin(x)"),
    ("atan(sqrt(3)/3)", "pi/6"),
    ("asin(-1/2)", "-pi/6"),
    ("acos(-1)", "pi"),
]
OTHER = [
    ("ln(x + y)", "ln(x) + ln(y)"),
    ("exp(ln(x**2)/2)", "x"),
    ("2**log(x, 2)", "x"),
    ("log(x, 2)", "log(2, x)"),
    ("2**x*3**x", "5**x"),
    ("2**(x*y)", "2**x*2**y"),
    ("sin(x + pi)", "sin(x)"),
    ("sin(x)", "cos(x)"),
    ("cos(-x)", "-cos(x)"),
    ("atan(1)", "pi/2"),
    ("x**y*x**y", "x**(y + 2)"),
]


def number(text: str) -> Expr:
    return parse(text, SCOPE, Sort.NUMBER)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_is_the_same_has_one_form(one: str, other: str) -> None:
    assert polynomial(number(one)) == polynomial(number(other))


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_what_differs_somewhere_has_another(one: str, other: str) -> None:
    assert polynomial(number(one)) != polynomial(number(other))


def worth(expr: Expr, at: dict[str, float], inside: bool = False) -> float:
    """The value of an expression in floating point; ``inside``: a logarithm is that of the absolute value."""
    if isinstance(expr, Int | Dec):
        return float(expr.value)
    if isinstance(expr, Sym):
        return at[expr.name]
    if isinstance(expr, Const):
        return {"pi": math.pi, "e": math.e}[expr.name]
    assert isinstance(expr, Node)
    args = [worth(arg, at, inside) for arg in expr.args]
    if any(abs(one) > 1e4 for one in args):
        raise OverflowError
    match expr.head, args:
        case Head.ADD, [a, b]:
            return a + b
        case Head.SUB, [a, b]:
            return a - b
        case Head.MUL, [a, b]:
            return a * b
        case Head.DIV, [a, b]:
            return a / b
        case Head.NEG, [a]:
            return -a
        case Head.POW, [a, b]:
            found = a**b
            if isinstance(found, complex):
                raise ValueError
            return float(found)
        case Head.LN, [a]:
            return math.log(abs(a) if inside else a)
        case Head.LOG, [a, b]:
            return math.log(abs(a) if inside else a) / math.log(abs(b) if inside else b)
    known = {Head.SQRT: math.sqrt, Head.EXP: math.exp, Head.SIN: math.sin, Head.COS: math.cos, Head.TAN: math.tan}
    known |= {Head.ABS: abs, Head.ASIN: math.asin, Head.ACOS: math.acos, Head.ATAN: math.atan}
    return float(known[expr.head](*args))


HEADS = (
    *(Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.LN, Head.LN, Head.LOG, Head.POW, Head.POW, Head.EXP),
    *(Head.SIN, Head.COS, Head.TAN, Head.SQRT, Head.ABS, Head.ATAN, Head.ASIN, Head.ACOS),
)


def drawn(draw: random.Random, depth: int) -> Expr:
    if depth == 0 or draw.random() < 0.1:
        constant = draw.choice([Int(1), Int(2), Int(3), Int(8), Int(6), Const("pi"), Const("e")])
        return draw.choice([Sym("x"), Sym("y"), Sym("x"), constant])
    head = draw.choice(HEADS)
    count = 2 if head in (Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.LOG, Head.POW) else 1
    return node(head, *(drawn(draw, depth - 1) for _ in range(count)))


def test_a_form_is_worth_what_the_number_is_worth() -> None:
    draw, told = random.Random(11), 0
    for _ in range(4000):
        expr = drawn(draw, 3)
        at = {"x": draw.uniform(-3, 3), "y": draw.uniform(-3, 3)}
        try:
            one, other = worth(expr, at), worth(written(polynomial(expr)), at, inside=True)
        except (ValueError, ZeroDivisionError, OverflowError, CheckFailed):
            continue
        if abs(one) < 1e6:
            told += 1
            assert math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6), (expr, at, one, other)
    assert told > 1000


def test_dividing_by_sums_of_sines_and_cosines_ends() -> None:
    for text in ("sin(x)**3*cos(x)**3/(sin(x) + cos(x))", "cos(x)**4/(cos(x) + sin(x))/(cos(x) + x)/(x + sin(x))"):
        assert polynomial(number(text))


VALUES = ("0", "1/2", "sqrt(2)/2", "sqrt(3)/2", "1", "sqrt(3)/3", "sqrt(3)", "2")
VALUES += ("(sqrt(6) - sqrt(2))/4", "(sqrt(6) + sqrt(2))/4")


@pytest.mark.parametrize("name", ["asin", "acos", "atan"])
def test_an_arc_that_is_told_is_the_angle(name: str) -> None:
    inverse = {"asin": math.asin, "acos": math.acos, "atan": math.atan}[name]
    wave = {"asin": math.sin, "acos": math.cos, "atan": math.tan}[name]
    told = 0
    for text in VALUES:
        for sign in ("", "-"):
            form = polynomial(number(f"{sign}{text}"))
            turn = functions.arc({"asin": Head.ASIN, "acos": Head.ACOS, "atan": Head.ATAN}[name], form)
            if turn is not None:
                worthy = worth(number(f"{sign}{text}"), {})
                assert math.isclose(float(turn) * math.pi, inverse(worthy), abs_tol=1e-9)
                assert math.isclose(wave(float(turn) * math.pi), worthy, abs_tol=1e-9)
                told += 1
    assert told == {"asin": 14, "acos": 14, "atan": 8}[name]


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_the_waves_of_twelfths_of_pi_are_what_they_are(name: str) -> None:
    for k in range(-30, 31):
        if name != "tan" or k % 12 != 6:
            form = polynomial(number(f"{name}(({k})*pi/12)"))
            wave = {"sin": math.sin, "cos": math.cos, "tan": math.tan}[name](k * math.pi / 12)
            assert math.isclose(worth(written(form), {}), wave, abs_tol=1e-9)
            assert name == "tan" or not any(isinstance(part, Const) for part in walk_expr(written(form)))


P, Q, R = 2**32 - 5, 2**32 - 17, 2**32 + 15  # primes: the product of the first two has 64 bits, that of others 65


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (f"ln({P * Q})", f"ln({P}) + ln({Q})", True),
        (f"ln({P * R})", f"ln({P}) + ln({R})", False),
        ("ln(2*root(x, 3))", "ln(2) + ln(x)/3", True),
        ("ln(2*sqrt(x))", "ln(2) + ln(x)/2", True),
        ("ln(root(x, 3) + root(x, 3))", "ln(2) + ln(x)/3", True),
        ("ln(sqrt(x) + sqrt(x))", "ln(2) + ln(x)/2", True),
        ("ln(abs(x) + abs(x))", "ln(2) + ln(x)", True),
        ("ln(exp(x) + exp(x))", "ln(2) + x", True),
        ("ln(2**x + 2**x)", "ln(2) + x*ln(2)", True),
        ("ln(y*exp(x))", "ln(y) + x", True),
        ("ln(y*2**x)", "ln(y) + x*ln(2)", True),
        ("ln(3*abs(x))", "ln(3) + ln(x)", True),
        ("ln(3/(x + 1))", "ln(3) - ln(x + 1)", True),
        ("sin(6*x)", "2*sin(3*x)*cos(3*x)", True),
        ("sin(7*x)", "sin(6*x)*cos(x) + cos(6*x)*sin(x)", False),
        ("sin(x + y)", "sin(x)*cos(y) + cos(x)*sin(y)", True),
        ("sin(x + y + a)", "sin(x + y)*cos(a) + cos(x + y)*sin(a)", False),
    ],
)
def test_how_far_logarithms_and_waves_are_taken_apart(one: str, other: str, same: bool) -> None:
    assert (polynomial(number(one)) == polynomial(number(other))) is same


def test_choices_of_few_or_of_all_but_few_are_polynomials_at_every_whole_number() -> None:
    for k in range(functions.MAX_EXPONENT + 2):
        few, others = (polynomial(parse(f"binomial({text})", SCOPE)) for text in (f"x, {k}", f"x + 1, x + 1 - {k}"))
        if k > functions.MAX_EXPONENT:
            assert any(isinstance(part, Node) for one in (few, others) for key in one for part, _ in key)
            continue
        for n in range(k + 3):
            assert value(written(few), {"x": Fraction(n)}) == math.comb(n, k)
            if n + 1 >= k:  # else it is a choice of fewer than none, which is undefined
                assert value(written(others), {"x": Fraction(n)}) == math.comb(n + 1, n + 1 - k)


@pytest.mark.parametrize("text", ["binomial(x, y)", "binomial(x, 1/2)", "binomial(x, -1)", "binomial(x, 2*x)"])
def test_other_choices_are_no_polynomials(text: str) -> None:
    assert written(polynomial(parse(text, SCOPE))) == parse(text, SCOPE)
