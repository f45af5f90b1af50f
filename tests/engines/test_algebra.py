"""Signs and ideals: what holds at a point of the premises is not refuted, and what fails there is not proved."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.claim_strategies import Polynomial, claim, fact, polynomials, shown
from support.sizes import sized
from support.terms import X, Y, add, div, mul, power, sub

from verifier.checkers.evaluate import value
from verifier.kernel.expr import Dec, Expr, Int, node, number
from verifier.kernel.expr import Head as O

few = settings(max_examples=sized(6, 15), deadline=None)  # SymPy and Groebner bases take their time
coefficients = st.lists(st.integers(-4, 4), min_size=2, max_size=7)


def polynomial(cs: list[int]) -> Expr:
    total: Expr = Int(0)
    for i, c in enumerate(cs):
        total = add(total, mul(number(c), power(X, i) if i else Int(1)))
    return total


@few
@given(coefficients, st.booleans())
def test_signs_on_the_real_line_are_those_that_sympy_finds(cs: list[int], squared: bool) -> None:
    x = sympy.Symbol("x", real=True)
    expression: Any = sum(c * x**i for i, c in enumerate(cs)) ** (2 if squared else 1)
    assume(expression.has(x))
    term = power(polynomial(cs), 2) if squared else polynomial(cs)
    roots = sympy.Poly(expression, x).real_roots()
    points = [*roots, *((a + b) / 2 for a, b in pairwise(roots))]
    points += [roots[0] - 1, roots[-1] + 1] if roots else [0]
    signs = [sympy.sign(expression.subs(x, at)) for at in points]
    at_least = all(s >= 0 for s in signs)
    above = all(s > 0 for s in signs)
    assert (True in shown(claim(term, Int(0), "≥"))) == at_least
    assert (True in shown(claim(term, Int(0), ">"))) == above
    below = all(s < 0 for s in signs)
    assert shown(claim(term, Int(0), "<")) <= ({False} if at_least else {True} if below else set())


@few
@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6), st.integers(-4, 4), st.integers(-4, 4))
def test_a_quadratic_that_is_proved_positive_is_so_at_a_point(cs: list[int], a: int, b: int) -> None:
    parts = [power(X, 2), mul(X, Y), power(Y, 2), X, Y, Int(1)]
    term: Expr = Int(0)
    for c, part in zip(cs, parts, strict=True):
        term = add(term, mul(number(c), part))
    here = value(term, {"x": value(number(a), {}), "y": value(number(b), {})})
    assert shown(claim(term, Int(0), "≥")) <= {here >= 0}
    assert shown(claim(term, Int(0), ">")) <= {here > 0}


@few
@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6))
def test_sums_of_two_squares_are_proved_to_be_nowhere_negative(cs: list[int]) -> None:
    a, b, c, d, e, f = map(number, cs)
    one = add(add(mul(a, X), mul(b, Y)), c)
    two = add(add(mul(d, X), mul(e, Y)), f)
    assert False not in shown(claim(add(power(one, 2), power(two, 2)), Int(0), "≥"))
    assume(any(cs[:2]) or any(cs[3:5]))
    assert True in shown(claim(add(power(one, 2), power(two, 2)), Int(0), "≥"))


@few
@given(polynomials, polynomials, polynomials, st.integers(-3, 3), st.integers(-3, 3))
def test_what_holds_at_a_common_zero_is_not_refuted(
    p: Polynomial, q: Polynomial, r: Polynomial, a: int, b: int
) -> None:
    here = {"x": value(number(a), {}), "y": value(number(b), {})}
    premises = [fact(one.term, number(value(one.term, here))) for one in (p, q)]
    wanted = number(value(r.term, here))
    assert False not in shown(claim(r.term, wanted, "=", *premises))
    assert True not in shown(claim(r.term, add(wanted, Int(1)), "=", *premises))


@few
@given(polynomials, polynomials, polynomials, st.integers(-3, 3), st.integers(-3, 3))
def test_what_holds_where_quotients_have_these_values_is_not_refuted(
    p: Polynomial, q: Polynomial, r: Polynomial, a: int, b: int
) -> None:
    here = {"x": value(number(a), {}), "y": value(number(b), {})}
    below = add(power(q.term, 2), Int(1))
    premises = [fact(div(one.term, below), number(value(div(one.term, below), here))) for one in (p, r)]
    wanted = number(value(mul(p.term, r.term), here))
    assert False not in shown(claim(mul(p.term, r.term), wanted, "=", *premises))
    assert True not in shown(claim(mul(p.term, r.term), add(wanted, Int(1)), "=", *premises))


INVERSE = div(Int(1), X)


@pytest.mark.parametrize(("left", "right", "premises", "verdicts"), [
    (add(power(X, 2), power(INVERSE, 2)), Int(7), [fact(add(X, INVERSE), Int(3))], {True}),
    (add(power(X, 2), power(INVERSE, 2)), Int(8), [fact(add(X, INVERSE), Int(3))], {False}),
    (X, Int(1), [fact(power(X, 2), X)], set()),  # x may be 0,
    (X, Int(1), [fact(power(X, 2), X), fact(mul(Y, INVERSE), Int(2))], {True}),  # but not where it is divided by
    (div(Int(1), sub(X, Int(1))), Int(5), [fact(add(X, INVERSE), Int(2))], set()),  # x is 1
    (mul(X, sub(X, Int(3))), Int(0), [fact(div(mul(X, sub(X, Int(3))), X), Int(0))], {True}),
])  # fmt: skip
def test_what_premises_divide_by_is_nowhere_zero(left: Expr, right: Expr, premises: list[Any], verdicts: Any) -> None:
    assert shown(claim(left, right, "=", *premises)) == verdicts


@few
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=3, unique=True), st.integers(-5, 5))
def test_roots_of_a_product_are_told_from_other_numbers(roots: list[int], other: int) -> None:
    product: Expr = Int(1)
    for root in roots:
        product = mul(product, sub(X, number(root)))
    verdicts = shown(claim(X, number(other), "=", fact(product, Int(0))))
    assert verdicts == ({True} if roots == [other] else set() if other in roots else {False})


@pytest.mark.parametrize("asked", [
    claim(power(X, 2), Dec(-0 + 1, 1), "≥"),
    claim(node(O.SQRT, X), Int(0), "≥"),
    claim(node(O.DIV, Int(1), power(X, 2)), Int(0), ">"),
    claim(X, Int(2), "=", fact(node(O.SQRT, power(X, 2)), Int(2))),
    claim(X, Int(2), "=", fact(node(O.DIV, power(X, 2), X), Int(3)), fact(Y, node(O.DIV, Int(1), X))),
])  # fmt: skip
def test_what_is_no_polynomial_is_left_alone_or_decided_otherwise(asked: Any) -> None:
    assert True not in shown(asked)
