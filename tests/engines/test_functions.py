"""Functions in the engines: what SymPy and mpmath know of them, the engines must not contradict."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import Any

import mpmath
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from support.claim_strategies import claim, shown
from support.terms import X, Y, add, div, mul, neg, power, sqrt, sub

from verifier.checkers.canonical.checker import identity
from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, node, number
from verifier.kernel.verdict import CheckFailed

PI, E = Const("pi"), Const("e")
small = st.integers(-6, 6)


def turn(k: int, n: int) -> Expr:
    """k pi / n."""
    return div(mul(number(k), PI), Int(n))


def at(term: Expr, **values: float) -> Any:
    """The value of a term by mpmath, which shares no code with the engines."""
    match term:
        case Int(n):
            return mpmath.mpf(n)
        case Dec():
            return mpmath.mpf(term.digits) / mpmath.mpf(10) ** term.places
        case Sym(name):
            return mpmath.mpf(values[name])
        case Const(name):
            return {"pi": mpmath.pi, "e": mpmath.e}[name] * 1
    args = [at(arg, **values) for arg in term.args]
    return {
        Head.ADD: lambda a, b: a + b,
        Head.SUB: lambda a, b: a - b,
        Head.MUL: lambda a, b: a * b,
        Head.DIV: lambda a, b: a / b,
        Head.NEG: lambda a: -a,
        Head.POW: lambda a, b: a**b,
        Head.SQRT: mpmath.sqrt,
        Head.ABS: abs,
        Head.SIN: mpmath.sin,
        Head.COS: mpmath.cos,
        Head.TAN: mpmath.tan,
        Head.LOG: lambda x, b: mpmath.log(x) / mpmath.log(b),
    }[term.head](*args)


def waves(angles: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    """Sums and products of sines and cosines."""
    one = st.builds(node, st.sampled_from([Head.SIN, Head.COS]), angles)
    return st.recursive(
        st.one_of(one, one, st.integers(0, 3).map(Int)),
        lambda inner: st.builds(node, st.sampled_from([Head.ADD, Head.SUB, Head.MUL]), inner, inner),
        max_leaves=4,
    )


lettered = st.builds(
    lambda a, b, k, n: add(add(mul(number(a), X), mul(number(b), Y)), turn(k, n)),
    small, small, small, st.sampled_from([1, 2, 3, 4, 5, 6, 12]),
)  # fmt: skip
closed = st.builds(turn, st.integers(-12, 12), st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15]))


@given(waves(lettered), waves(lettered))
def test_an_identity_of_sines_that_is_proved_holds_at_a_point(left: Expr, right: Expr) -> None:
    with mpmath.workdps(40):
        gaps = [abs(at(left, x=x, y=y) - at(right, x=x, y=y)) for x, y in ((0.3, 1.1), (2.7, -0.4))]
    assert shown(claim(left, right)) <= {max(gaps) < 1e-25}


@given(waves(closed), waves(closed))
def test_a_closed_claim_of_sines_is_never_decided_wrongly(left: Expr, right: Expr) -> None:
    with mpmath.workdps(40):
        equal = abs(at(left) - at(right)) < 1e-25
    assert shown(claim(left, right)) <= {equal}


@given(st.integers(1, 4), st.integers(-3, 3), st.integers(-3, 3))
def test_addition_formulas_are_proved(k: int, a: int, b: int) -> None:
    angle, other = mul(Int(k), X), add(mul(number(a), Y), turn(b, 6))
    sin, cos = (lambda t: node(Head.SIN, t)), (lambda t: node(Head.COS, t))
    whole = add(mul(sin(angle), cos(other)), mul(cos(angle), sin(other)))
    assert shown(claim(sin(add(angle, other)), whole)) == {True}


radicals: st.SearchStrategy[Expr] = st.recursive(
    st.integers(1, 12).map(Int),
    lambda inner: st.one_of(
        st.builds(node, st.sampled_from([Head.ADD, Head.MUL, Head.SUB]), inner, inner), inner.map(sqrt), inner.map(neg)
    ),
    max_leaves=4,
)


@given(radicals, radicals)
def test_nested_roots_are_never_decided_wrongly(left: Expr, right: Expr) -> None:
    with mpmath.workdps(60):
        a, b = at(left), at(right)
        assume(all(mpmath.isfinite(x) and mpmath.im(x) == 0 for x in (a, b)))
        equal = abs(a - b) < 1e-40
    assert shown(claim(left, right)) <= {equal}


@given(st.integers(2, 30), st.integers(2, 30))
def test_denested_roots_are_proved(a: int, b: int) -> None:
    assume(a != b)
    nested = sqrt(add(Int(a + b), mul(Int(2), sqrt(Int(a * b)))))
    assert shown(claim(nested, add(sqrt(Int(a)), sqrt(Int(b))))) == {True}
    assert shown(claim(nested, add(sqrt(Int(a)), sqrt(Int(b + 1))))) <= {False}


@given(st.integers(2, 40), st.integers(1, 60), st.integers(1, 60))
def test_logarithms_of_products_are_sums(base: int, a: int, b: int) -> None:
    log = lambda n: node(Head.LOG, Int(n), Int(base))  # noqa: E731  # a name for a shape, used three times
    assert shown(claim(add(log(a), log(b)), log(a * b))) == {True}
    assert True not in shown(claim(add(log(a), log(b)), log(a * b + 1)))


@given(st.integers(-60, 60), st.integers(-60, 60), st.integers(1, 40))
def test_whole_number_functions_have_the_values_that_python_gives(a: int, b: int, n: int) -> None:
    A, B = number(a), number(b)
    expected = {Head.GCD: gcd(a, b), Head.LCM: lcm(a, b), Head.MAX: max(a, b), Head.MIN: min(a, b)}
    for op, wanted in expected.items():
        assert value(node(op, A, B), {}) == wanted
    assert value(node(Head.MOD, A, Int(n)), {}) == a % n
    assert value(node(Head.FLOOR, div(A, Int(n))), {}) == a // n
    assert value(node(Head.CEIL, div(A, Int(n))), {}) == -(-a // n)


@pytest.mark.parametrize("term", [
    node(Head.MOD, Int(5), Int(0)), node(Head.MOD, Int(5), neg(Int(3))), node(Head.MOD, div(Int(1), Int(2)), Int(3)),
    node(Head.GCD, Dec(15, 1), Int(3)), node(Head.SIN, Int(0)), node(Head.LOG, Int(8), Int(2)),
    node(Head.DIFF, Int(3), X, Int(1)),
])  # fmt: skip
def test_the_kernel_gives_no_value_where_there_is_none_that_it_knows(term: Expr) -> None:
    with pytest.raises(NotEvaluated):
        value(term, {})


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=5), st.lists(st.integers(-5, 5), min_size=2, max_size=3))
def test_derivatives_are_those_of_sympy(over: list[int], under: list[int]) -> None:
    x = sympy.Symbol("x")
    top, below = (sum(c * x**i for i, c in enumerate(cs)) for cs in (over, under))
    assume(below != 0)
    found = sympy.diff(top / below, x)
    num, den = (sympy.Poly(part, x) for part in sympy.fraction(sympy.together(found)))
    body = div(_polynomial(over), _polynomial(under))
    wanted = div(_of_poly(num), _of_poly(den))
    assert shown(claim(node(Head.DIFF, body, X, Int(1)), wanted)) == {True}
    assert True not in shown(claim(node(Head.DIFF, body, X, Int(1)), add(wanted, X)))


def _polynomial(coefficients: list[int]) -> Expr:
    total: Expr = Int(0)
    for i, c in enumerate(coefficients):
        total = add(total, mul(number(c), power(X, i) if i else Int(1)))
    return total


def _of_poly(poly: Any) -> Expr:
    return _polynomial([int(c) for c in reversed(poly.all_coeffs())])


@pytest.mark.parametrize(("asked", "wanted"), [
    (claim(node(Head.TAN, turn(1, 2)), Int(1)), set()),
    (claim(node(Head.LOG, Int(5), Int(1)), Int(1)), set()),
    (claim(node(Head.LOG, neg(Int(8)), Int(2)), number(-3)), set()),
    (claim(node(Head.LOG, power(neg(X), 2), Int(2)), mul(Int(2), node(Head.LOG, X, Int(2)))), {True}),
    (claim(node(Head.LOG, mul(X, Y), Int(2)), add(node(Head.LOG, X, Int(2)), Int(1))), set()),
    (claim(node(Head.FLOOR, mul(sqrt(Int(2)), sqrt(Int(2)))), Int(2)), set()),
    (claim(node(Head.FLOOR, power(E, 2)), Int(7)), {True}),
    (claim(node(Head.SIN, node(Head.SIN, X)), Int(0)), set()),
    (claim(node(Head.SIN, Int(1)), div(Int(84), Int(100))), set()),
    (claim(node(Head.DIFF, node(Head.SIN, X), X, Int(1)), node(Head.COS, X)), set()),
    (claim(node(Head.COS, turn(2, 7)), sub(Int(0), node(Head.COS, turn(5, 7)))), {True}),
    (claim(power(Int(2), 1), Node(Head.POW, (Int(2), node(Head.LOG, Int(2), Int(2))))), {True}),
])  # fmt: skip
def test_functions_at_their_edges(asked: Claim, wanted: set[bool]) -> None:
    assert shown(asked) == wanted


def test_a_number_next_to_zero_is_not_zero() -> None:
    near = Fraction(10**30 + 1, 10**30)
    assert shown(claim(sqrt(number(near)), Int(1))) <= {False}
    assert True not in shown(claim(sub(sqrt(Int(10**40 + 1)), Int(10**20)), Int(0)))


@pytest.mark.parametrize("first", [node(Head.SIN, Int(0)), node(Head.COS, Int(0))])
def test_a_value_of_more_digits_than_a_numeral_may_have_ends_no_run(first: Expr) -> None:
    huge = claim(add(first, power(Int(9), 9000)), Int(1))
    assert shown(huge) == {False}
    with pytest.raises(CheckFailed, match="too many digits"):
        identity(huge)
