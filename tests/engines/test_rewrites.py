"""Tempting rewrites, sound and unsound: what the canonical checker proves must hold at complex points too."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.claim_strategies import identity, shown, verdicts
from support.terms import X, Y, add, div, mul, neg, power, sqrt, sub

from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Type, node
from verifier.kernel.verdict import Proved, Unknown

TOLERANCE = mpmath.mpf(10) ** -25


def numeric(term: Expr, point: dict[str, Any]) -> Any:
    """Return the principal value of ``term`` at a complex point, to 40 digits."""
    match term:
        case Int(n):
            return mpmath.mpf(n)
        case Dec():
            return mpmath.mpf(term.digits) / 10**term.places
        case Sym(name):
            return point[name]
        case Const(name):
            return {"pi": mpmath.pi, "e": mpmath.e, "i": mpmath.mpc(0, 1)}[name]
    args = [numeric(arg, point) for arg in term.args]
    return {
        Head.ADD: lambda: args[0] + args[1],
        Head.SUB: lambda: args[0] - args[1],
        Head.MUL: lambda: args[0] * args[1],
        Head.DIV: lambda: args[0] / args[1],
        Head.NEG: lambda: -args[0],
        Head.PERCENT: lambda: args[0] / 100,
        Head.POW: lambda: mpmath.power(args[0], args[1]),
        Head.SQRT: lambda: mpmath.sqrt(args[0]),
        Head.ROOT: lambda: mpmath.power(args[0], mpmath.mpf(1) / args[1]),
        Head.ABS: lambda: abs(args[0]),
    }[term.head]()


def rewrites(term: Expr) -> list[Expr]:
    """Return what people turn the outermost operation into, rightly or wrongly."""
    match term:
        case Node(Head.SQRT, (Node(Head.MUL | Head.DIV as op, (a, b)),)):
            return [node(op, sqrt(a), sqrt(b))]
        case Node(Head.SQRT, (Node(Head.POW, (a, Int(2))),)):
            return [a, node(Head.ABS, a), neg(a)]
        case Node(Head.SQRT, (a,)):
            return [
                node(Head.POW, a, div(Int(1), Int(2))),
                node(Head.ROOT, a, Int(2)),
                mul(Int(2), sqrt(div(a, Int(4)))),
            ]
        case Node(Head.ROOT, (a, Int(n))):
            return [node(Head.POW, a, div(Int(1), Int(n))), neg(node(Head.ROOT, neg(a), Int(n)))]
        case Node(Head.POW, (Node(Head.SQRT, (a,)), Int(2))) | Node(Head.ABS, (a,)):
            return [a, neg(a), node(Head.ABS, neg(a))]
        case Node(Head.POW, (Node(Head.MUL, (a, b)), n)):
            return [mul(node(Head.POW, a, n), node(Head.POW, b, n))]
        case Node(Head.POW, (Node(Head.POW, (a, m)), n)):
            return [node(Head.POW, a, mul(m, n))]
        case Node(Head.POW, (a, Node(Head.ADD, (m, n)))):
            return [mul(node(Head.POW, a, m), node(Head.POW, a, n))]
        case Node(Head.POW, (Node(Head.ADD | Head.SUB as op, (a, b)), Int(2))):
            square = node(op, add(power(a, 2), power(b, 2)), Int(0))
            return [square, add(node(op, power(a, 2), mul(Int(2), mul(a, b))), power(b, 2))]
        case Node(Head.POW, (Int(n), a)):
            return [mul(node(Head.POW, Int(n), sub(a, Int(1))), Int(n)), node(Head.POW, Int(n * n), div(a, Int(2)))]
        case Node(Head.ADD | Head.MUL as op, (a, b)):
            return [node(op, b, a)]
        case Node(Head.DIV, (Node(Head.MUL, (a, b)), c)):
            return [mul(a, div(b, c)), a if b == c else div(mul(b, a), c)]
        case Node(Head.DIV, (a, b)):
            return [
                neg(div(neg(a), b)),
                div(Int(1), div(b, a)),
                mul(a, power(b, 0)) if a == b else mul(div(Int(1), b), a),
            ]
    return []


leaves = st.one_of(st.sampled_from([X, Y]), st.integers(1, 9).map(Int))
binary = st.sampled_from([Head.ADD, Head.SUB, Head.MUL, Head.DIV])
exponents = st.one_of(
    st.integers(0, 3).map(Int),
    st.sampled_from([div(Int(1), Int(2)), div(Int(2), Int(3)), neg(Int(1)), X, add(X, Int(1)), mul(Int(2), Y)]),
)
terms = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(node, binary, inner, inner),
        st.builds(sqrt, inner),
        st.builds(lambda a: node(Head.ABS, a), inner),
        st.builds(neg, inner),
        st.builds(lambda a: node(Head.ROOT, a, Int(3)), inner),
        st.builds(lambda a, n: node(Head.POW, a, n), inner, exponents),
    ),
    max_leaves=5,
)


def rewritten(term: Expr, choose: random.Random, depth: int = 0) -> Expr:
    """Return ``term`` with some of its operations rewritten."""
    options = rewrites(term)
    if options and choose.random() < 0.6:
        return choose.choice(options)
    if isinstance(term, Node) and depth < 4:
        return Node(term.head, tuple(rewritten(arg, choose, depth + 1) for arg in term.args))
    return term


def disagreement(left: Expr, right: Expr, points: list[dict[str, Any]]) -> Any:
    """Return a point at which both sides are defined and differ, or None."""
    with mpmath.workdps(40):
        for point in points:
            try:
                a, b = numeric(left, point), numeric(right, point)
            except (ZeroDivisionError, OverflowError, ValueError):
                continue
            if abs(a - b) > TOLERANCE * (1 + abs(a) + abs(b)):
                return point
    return None


@given(terms, st.randoms(use_true_random=False), st.sampled_from([Type.UNDECLARED, Type.REAL]))
def test_what_is_proved_of_all_letters_holds_at_complex_and_real_points(
    left: Expr, choose: random.Random, domain: Type
) -> None:
    right = rewritten(left, choose)
    found = [v for v in verdicts(identity(left, right, domain=domain)) if not isinstance(v, Unknown)]
    assert len({type(v) for v in found}) <= 1
    reals = [{"x": mpmath.mpf(a) / 7, "y": mpmath.mpf(b) / 5} for a, b in ((3, 4), (9, 21), (1, 9))]
    others = [{"x": mpmath.mpc(a, b), "y": mpmath.mpc(b, -a)} for a, b in ((1, 2), (-2, 1), (-1, -3))]
    for verdict in found:
        if isinstance(verdict, Proved):
            points = reals if domain is Type.REAL else reals + others
            assert disagreement(left, right, points) is None
        else:
            certificate = verdict.certificate
            stored = certificate.notes.get("point") or certificate.proof.data.get("point", {})
            spelled = {name: Fraction(x) for name, x in stored.items()}
            point = {name: mpmath.mpf(x.numerator) / x.denominator for name, x in spelled.items()}
            assert disagreement(left, right, [point]) is not None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sqrt(mul(X, Y)), mul(sqrt(X), sqrt(Y))),
        (sqrt(power(X, 2)), X),
        (node(Head.POW, power(X, 2), div(Int(1), Int(2))), X),
        (node(Head.ROOT, neg(X), Int(3)), neg(node(Head.ROOT, X, Int(3)))),
        (node(Head.ABS, mul(X, X)), mul(X, X)),
        (sqrt(div(X, Y)), div(sqrt(X), sqrt(Y))),
    ],
)
def test_rewrites_that_fail_somewhere_are_not_proved(left: Expr, right: Expr) -> None:
    assert True not in shown(identity(left, right))
