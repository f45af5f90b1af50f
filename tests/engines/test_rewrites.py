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

from verifier.kernel.claim import Domain
from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term, app
from verifier.kernel.verdict import Proved, Unknown

TOLERANCE = mpmath.mpf(10) ** -25


def numeric(term: Term, point: dict[str, Any]) -> Any:
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
        Op.ADD: lambda: args[0] + args[1],
        Op.SUB: lambda: args[0] - args[1],
        Op.MUL: lambda: args[0] * args[1],
        Op.DIV: lambda: args[0] / args[1],
        Op.NEG: lambda: -args[0],
        Op.PERCENT: lambda: args[0] / 100,
        Op.POW: lambda: mpmath.power(args[0], args[1]),
        Op.SQRT: lambda: mpmath.sqrt(args[0]),
        Op.ROOT: lambda: mpmath.power(args[1], mpmath.mpf(1) / args[0]),
        Op.ABS: lambda: abs(args[0]),
    }[term.op]()


def rewrites(term: Term) -> list[Term]:
    """Return what people turn the outermost operation into, rightly or wrongly."""
    match term:
        case App(Op.SQRT, (App(Op.MUL | Op.DIV as op, (a, b)),)):
            return [app(op, sqrt(a), sqrt(b))]
        case App(Op.SQRT, (App(Op.POW, (a, Int(2))),)):
            return [a, app(Op.ABS, a), neg(a)]
        case App(Op.SQRT, (a,)):
            return [app(Op.POW, a, div(Int(1), Int(2))), app(Op.ROOT, Int(2), a), mul(Int(2), sqrt(div(a, Int(4))))]
        case App(Op.ROOT, (Int(n), a)):
            return [app(Op.POW, a, div(Int(1), Int(n))), neg(app(Op.ROOT, Int(n), neg(a)))]
        case App(Op.POW, (App(Op.SQRT, (a,)), Int(2))) | App(Op.ABS, (a,)):
            return [a, neg(a), app(Op.ABS, neg(a))]
        case App(Op.POW, (App(Op.MUL, (a, b)), n)):
            return [mul(app(Op.POW, a, n), app(Op.POW, b, n))]
        case App(Op.POW, (App(Op.POW, (a, m)), n)):
            return [app(Op.POW, a, mul(m, n))]
        case App(Op.POW, (a, App(Op.ADD, (m, n)))):
            return [mul(app(Op.POW, a, m), app(Op.POW, a, n))]
        case App(Op.POW, (App(Op.ADD | Op.SUB as op, (a, b)), Int(2))):
            square = app(op, add(power(a, 2), power(b, 2)), Int(0))
            return [square, add(app(op, power(a, 2), mul(Int(2), mul(a, b))), power(b, 2))]
        case App(Op.POW, (Int(n), a)):
            return [mul(app(Op.POW, Int(n), sub(a, Int(1))), Int(n)), app(Op.POW, Int(n * n), div(a, Int(2)))]
        case App(Op.ADD | Op.MUL as op, (a, b)):
            return [app(op, b, a)]
        case App(Op.DIV, (App(Op.MUL, (a, b)), c)):
            return [mul(a, div(b, c)), a if b == c else div(mul(b, a), c)]
        case App(Op.DIV, (a, b)):
            return [
                neg(div(neg(a), b)),
                div(Int(1), div(b, a)),
                mul(a, power(b, 0)) if a == b else mul(div(Int(1), b), a),
            ]
    return []


leaves = st.one_of(st.sampled_from([X, Y]), st.integers(1, 9).map(Int))
binary = st.sampled_from([Op.ADD, Op.SUB, Op.MUL, Op.DIV])
exponents = st.one_of(
    st.integers(0, 3).map(Int),
    st.sampled_from([div(Int(1), Int(2)), div(Int(2), Int(3)), neg(Int(1)), X, add(X, Int(1)), mul(Int(2), Y)]),
)
terms = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(app, binary, inner, inner),
        st.builds(sqrt, inner),
        st.builds(lambda a: app(Op.ABS, a), inner),
        st.builds(neg, inner),
        st.builds(lambda a: app(Op.ROOT, Int(3), a), inner),
        st.builds(lambda a, n: app(Op.POW, a, n), inner, exponents),
    ),
    max_leaves=5,
)


def rewritten(term: Term, choose: random.Random, depth: int = 0) -> Term:
    """Return ``term`` with some of its operations rewritten."""
    options = rewrites(term)
    if options and choose.random() < 0.6:
        return choose.choice(options)
    if isinstance(term, App) and depth < 4:
        return App(term.op, tuple(rewritten(arg, choose, depth + 1) for arg in term.args))
    return term


def disagreement(left: Term, right: Term, points: list[dict[str, Any]]) -> Any:
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


@given(terms, st.randoms(use_true_random=False), st.sampled_from([Domain.UNDECLARED, Domain.REAL]))
def test_what_is_proved_of_all_letters_holds_at_complex_and_real_points(
    left: Term, choose: random.Random, domain: Domain
) -> None:
    right = rewritten(left, choose)
    found = [v for v in verdicts(identity(left, right, domain=domain)) if not isinstance(v, Unknown)]
    assert len({type(v) for v in found}) <= 1
    reals = [{"x": mpmath.mpf(a) / 7, "y": mpmath.mpf(b) / 5} for a, b in ((3, 4), (9, 21), (1, 9))]
    others = [{"x": mpmath.mpc(a, b), "y": mpmath.mpc(b, -a)} for a, b in ((1, 2), (-2, 1), (-1, -3))]
    for verdict in found:
        if isinstance(verdict, Proved):
            points = reals if domain is Domain.REAL else reals + others
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
        (app(Op.POW, power(X, 2), div(Int(1), Int(2))), X),
        (app(Op.ROOT, Int(3), neg(X)), neg(app(Op.ROOT, Int(3), X))),
        (app(Op.ABS, mul(X, X)), mul(X, X)),
        (sqrt(div(X, Y)), div(sqrt(X), sqrt(Y))),
    ],
)
def test_rewrites_that_fail_somewhere_are_not_proved(left: Term, right: Term) -> None:
    assert True not in shown(identity(left, right))
