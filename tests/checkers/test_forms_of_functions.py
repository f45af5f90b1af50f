"""Functions in canonical forms: what is equal has equal forms, and what may differ for complex letters has not."""

from __future__ import annotations

import pytest
from support.claim_strategies import claim, identity
from support.terms import X, Y, add, div, mul, neg, power, sqrt, sub

from verifier.checkers.canonical.checker import CanonicalChecker
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Const, Expr, Head, Int, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Proof, Shows, admit

E, PI, IMAGINARY, Z = Const("e"), Const("pi"), Const("i"), Sym("z")
ONE, TWO = Int(1), Int(2)


def sin(a: Expr) -> Expr:
    return node(Head.SIN, a)


def cos(a: Expr) -> Expr:
    return node(Head.COS, a)


def tan(a: Expr) -> Expr:
    return node(Head.TAN, a)


def size(a: Expr) -> Expr:
    return node(Head.ABS, a)


def log(a: Expr, base: Expr) -> Expr:
    return node(Head.LOG, a, base)


def raised(a: Expr, b: Expr) -> Expr:
    return node(Head.POW, a, b)


def degrees(k: int) -> Expr:
    return div(mul(Int(k), PI), Int(180))


THREE = add(add(X, Y), mul(E, X))
SUM = add(X, add(Y, Z))


def conditions(asked: Claim) -> tuple[str, ...]:
    proof = Proof("canonical", Shows.TRUE, {"kind": "identity"})
    return admit(asked, proof, CanonicalChecker()).certificate.side_conditions


@pytest.mark.parametrize(("left", "right"), [
    (mul(mul(cos(degrees(20)), cos(degrees(40))), cos(degrees(80))), div(ONE, Int(8))),
    (mul(mul(sin(degrees(10)), sin(degrees(50))), sin(degrees(70))), div(ONE, Int(8))),
    (cos(degrees(83)), sin(degrees(7))),
    (cos(degrees(36)), div(add(ONE, sqrt(Int(5))), Int(4))),
    (power(sin(degrees(36)), 2), div(sub(Int(5), sqrt(Int(5))), Int(8))),
    (sin(degrees(34)), mul(TWO, mul(sin(degrees(17)), cos(degrees(17))))),
    (sin(X), mul(TWO, mul(sin(div(X, TWO)), cos(div(X, TWO))))),
    (cos(add(X, PI)), neg(cos(X))),
    (add(power(sin(THREE), 2), power(cos(THREE), 2)), ONE),
    (sin(SUM), sin(add(Z, add(X, Y)))),
    (raised(TWO, sub(X, Y)), div(raised(TWO, X), raised(TWO, Y))),
    (log(mul(X, Y), TWO), add(log(X, TWO), log(Y, TWO))),
    (log(Int(8), TWO), Int(3)),
    (node(Head.FLOOR, add(X, Int(3))), add(node(Head.FLOOR, X), Int(3))),
])  # fmt: skip
def test_equal_functions_have_equal_forms(left: Expr, right: Expr) -> None:
    assert isinstance(conditions(identity(left, right)), tuple)


@pytest.mark.parametrize(("left", "right"), [
    (tan(power(size(X), 2)), tan(power(X, 2))),
    (cos(power(size(X), 2)), cos(power(X, 2))),
    (raised(TWO, sqrt(power(X, 2))), raised(TWO, size(X))),
    (log(power(size(X), 2), TWO), log(power(X, 2), TWO)),
    (node(Head.MIN, power(size(X), 2), ONE), node(Head.MIN, power(X, 2), ONE)),
])  # fmt: skip
def test_what_is_the_same_of_real_numbers_alone_is_not_said_of_others(left: Expr, right: Expr) -> None:
    assert isinstance(conditions(identity(left, right, domain=Type.REAL)), tuple)
    for domain in (Type.UNDECLARED, Type.COMPLEX):
        with pytest.raises(CheckFailed):
            conditions(identity(left, right, domain=domain))


@pytest.mark.parametrize(("left", "right"), [
    (sin(SUM), sin(add(X, Y))),
    (sin(add(SUM, X)), mul(TWO, mul(sin(div(SUM, TWO)), cos(div(add(Y, Z), TWO))))),
    (cos(degrees(83)), cos(degrees(7))),
    (cos(mul(Int(3), X)), sub(mul(Int(3), power(cos(X), 3)), mul(Int(4), cos(X)))),
    (raised(TWO, mul(X, Y)), mul(raised(TWO, X), raised(TWO, Y))),
    (log(add(X, Y), TWO), add(log(X, TWO), log(Y, TWO))),
    (div(ONE, sub(sin(X), mul(TWO, mul(sin(div(X, TWO)), cos(div(X, TWO)))))), div(TWO, sub(sin(X), sin(X)))),
    (tan(div(PI, TWO)), tan(div(PI, TWO))),
    (log(neg(ONE), TWO), log(neg(ONE), TWO)),
    (log(Int(4), ONE), log(Int(4), ONE)),
    (log(X, add(IMAGINARY, X)), log(X, add(IMAGINARY, X))),
])  # fmt: skip
def test_unequal_or_undefined_functions_are_refused(left: Expr, right: Expr) -> None:
    with pytest.raises(CheckFailed):
        conditions(identity(left, right))


def test_what_functions_need_is_a_condition() -> None:
    assert conditions(identity(tan(X), div(sin(X), cos(X)))) == ("cos(x) ≠ 0",)
    assert conditions(identity(log(X, TWO), log(X, TWO))) == ("x > 0",)
    assert conditions(identity(raised(TWO, neg(X)), raised(div(ONE, TWO), X))) == ()
    assert "x is real" in conditions(identity(log(raised(E, X), E), X))
    assert "x is real" in conditions(identity(div(ONE, log(raised(E, X), E)), log(E, raised(E, X))))
    assert conditions(identity(div(X, node(Head.MOD, X, Int(7))), div(X, node(Head.MOD, X, Int(7))))) == (
        "mod(x, 7) ≠ 0",
    )


def test_a_closed_claim_is_decided_by_forms_of_functions() -> None:
    for relation in ("=", "≥", "≤"):
        assert conditions(claim(tan(degrees(45)), ONE, relation)) == ()
