"""What calculus makes of polynomials while they are read is what SymPy makes of them."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sizes import sized

from verifier.checkers.evaluate import value
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, node, number
from verifier.mathtext.notation.calculus import coefficients, endless, integral, limit, power_sum, slope, total

X = sympy.Symbol("x")
LETTER = Sym("x")
SMALL = st.integers(-5, 5)


def polynomial(numbers: list[int]) -> tuple[Expr, sympy.Expr]:
    """The same polynomial as a term, by Horner's rule, and in SymPy."""
    made: Expr = number(0)
    for c in numbers:
        made = node(Head.ADD, node(Head.MUL, made, LETTER), number(c))
    return made, sympy.Poly(numbers or [0], X).as_expr()


def same(mine: Fraction | None, theirs: sympy.Expr) -> bool:
    return mine is not None and sympy.Rational(mine.numerator, mine.denominator) == theirs


@settings(max_examples=sized(25, 80), deadline=None)
@given(st.lists(SMALL, max_size=6), SMALL, SMALL)
def test_integrals_and_slopes_are_those_of_sympy(numbers: list[int], a: int, b: int) -> None:
    term, expr = polynomial(numbers)
    found, steep = integral(term, "x", number(a), number(b)), slope(term, "x", number(a))
    assert found is not None and same(value(found, {}), sympy.integrate(expr, (X, a, b)))
    assert steep is not None and same(value(steep, {}), sympy.diff(expr, X).subs(X, a))


@settings(max_examples=sized(25, 80), deadline=None)
@given(st.lists(SMALL, max_size=4), st.lists(SMALL, min_size=1, max_size=4).filter(any), st.lists(SMALL, max_size=2))
def test_a_limit_is_that_of_sympy_or_none(over: list[int], under: list[int], roots: list[int]) -> None:
    (a, p), (b, q) = polynomial(over), polynomial(under)
    for root in roots:  # holes, so that there is something to cancel
        gap = node(Head.SUB, LETTER, number(root))
        a, b, p, q = node(Head.MUL, a, gap), node(Head.MUL, b, gap), p * (X - root), q * (X - root)
    targets: list[tuple[Fraction | None, sympy.Expr]] = [(Fraction(k), sympy.Integer(k)) for k in [0, *roots]]
    for mine, theirs in [*targets, (None, sympy.oo)]:
        found, plain = limit(node(Head.DIV, a, b), "x", mine), sympy.cancel(p / q)
        expected = sympy.limit(plain, X, theirs)
        if found is None:
            assert not expected.is_finite
        else:
            assert same(found, expected)


@pytest.mark.parametrize("power", range(8))
def test_sums_of_powers_are_those_of_faulhaber(power: int) -> None:
    for n in range(12):
        assert sum(c * n**k for k, c in enumerate(power_sum(power))) == sum(k**power for k in range(1, n + 1))


@settings(max_examples=sized(20, 60), deadline=None)
@given(st.lists(SMALL, max_size=4), st.integers(0, 1), st.integers(1, 15))
def test_a_sum_up_to_a_letter_is_the_sum(numbers: list[int], first: int, last: int) -> None:
    term, _ = polynomial(numbers)
    found = total(term, "x", first, Sym("n"))
    assert found is not None
    assert value(found, {"n": Fraction(last)}) == sum(value(term, {"x": Fraction(k)}) for k in range(first, last + 1))


@settings(max_examples=sized(20, 60), deadline=None)
@given(st.integers(1, 9), st.integers(2, 9), st.integers(0, 3), st.integers(-3, 3))
def test_an_endless_sum_is_that_of_sympy(over: int, under: int, first: int, shift: int) -> None:
    power = node(Head.ADD, LETTER, number(shift))
    found = endless(node(Head.POW, node(Head.DIV, Int(over), Int(under)), power), "x", first)
    if over >= under:
        assert found is None
    else:
        ratio = sympy.Rational(over, under)
        assert same(found, sympy.summation(ratio ** (X + shift), (X, first, sympy.oo)))


def test_what_is_no_polynomial_has_no_coefficients() -> None:
    for term in (Node(Head.SIN, (LETTER,)), node(Head.DIV, Int(1), LETTER), node(Head.POW, LETTER, Sym("n")), Sym("a")):
        assert coefficients(node(Head.ADD, term, LETTER), "x") is None
