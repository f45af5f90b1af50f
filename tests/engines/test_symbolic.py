"""Canonical forms, balls and combinations, against a table of what mathematics says and of known wrong answers."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from support.claim_strategies import claim, fact, identity
from support.terms import X, Y, add, div, mul, neg, power, sqrt, sub

from verifier.checkers.balls import BallChecker
from verifier.checkers.canonical.checker import CanonicalChecker
from verifier.checkers.evaluate import satisfies
from verifier.engines.candidate import Candidate
from verifier.engines.symbolic.model import model
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.kernel.claim import Claim, Hypothesis, Standing, relate, suppose
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows, Unknown, admit

E, PI, IMAGINARY = Const("e"), Const("pi"), Const("i")
ONE, TWO = Int(1), Int(2)
ROOT2, ROOT8 = sqrt(TWO), sqrt(Int(8))


def cbrt(a: Expr) -> Expr:
    return node(Head.ROOT, a, Int(3))


def raised(a: Expr, b: Expr) -> Expr:
    return node(Head.POW, a, b)


def size(a: Expr) -> Expr:
    return node(Head.ABS, a)


def said(asked: Claim) -> Any:
    (found,) = SymbolicEngine(leaves=True).propose(asked)
    return admit(found.claim, found.proof, found.checker) if isinstance(found, Candidate) else found


def kind(asked: Claim) -> str:
    found = said(asked)
    return found.reason.value if isinstance(found, Unknown) else type(found).__name__


def conditions(asked: Claim) -> tuple[str, ...]:
    return tuple(said(asked).certificate.side_conditions)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (claim(div(ONE, Int(0)), div(TWO, Int(0))), "SIDE_CONDITION"),
        (claim(mul(Int(0), div(ONE, Int(0))), Int(0)), "SIDE_CONDITION"),
        (claim(div(ONE, sub(power(ROOT2, 2), TWO)), ONE), "SIDE_CONDITION"),
        (identity(div(ONE, sub(X, X)), div(TWO, sub(X, X))), "SIDE_CONDITION"),
        (identity(sqrt(power(X, 2)), X), "NOT_ENTAILED"),
        (identity(mul(sqrt(X), sqrt(Y)), sqrt(mul(X, Y))), "NOT_ENTAILED"),
        (claim(raised(neg(Int(8)), div(ONE, Int(3))), neg(TWO)), "OUT_OF_SCOPE"),
        (claim(sqrt(neg(Int(4))), TWO), "OUT_OF_SCOPE"),
        (claim(div(ONE, power(TWO, 99)), div(ONE, power(TWO, 98))), "Refuted"),
        (claim(sub(ONE, div(ONE, E)), add(ONE, div(ONE, E))), "Refuted"),
        (claim(Dec(10000001, 7), Dec(10000002, 7)), "ROUNDED"),
        (claim(ROOT8, mul(TWO, ROOT2)), "Proved"),
        (claim(ROOT8, mul(TWO, ROOT2), "<"), "Refuted"),
        (claim(ROOT8, mul(TWO, ROOT2), "≥"), "Proved"),
        (claim(ROOT8, mul(TWO, ROOT2), "≠"), "Refuted"),
        (claim(ROOT8, mul(Int(3), ROOT2), "≠"), "Proved"),
        (claim(add(ROOT2, sqrt(Int(3))), sqrt(Int(5))), "Refuted"),
        (claim(div(ONE, add(ONE, ROOT2)), sub(ROOT2, ONE)), "Proved"),
        (claim(cbrt(Int(16)), mul(TWO, cbrt(TWO))), "Proved"),
        (claim(mul(ROOT2, cbrt(TWO)), raised(TWO, div(Int(5), Int(6)))), "Proved"),
        (claim(sqrt(div(Int(2), Int(3))), div(sqrt(Int(6)), Int(3))), "Proved"),
        (claim(ROOT2, Dec(141, 2)), "Proved"),
        (claim(ROOT2, Dec(142, 2)), "ROUNDED"),
        (claim(ROOT2, Dec(15, 1)), "ROUNDED"),
        (claim(ROOT2, Dec(16, 1)), "Refuted"),
        (claim(ROOT2, Dec(141, 2), "≈"), "Proved"),
        (claim(ROOT2, TWO), "ROUNDED"),
        (claim(sqrt(Int(50)), Int(9)), "Refuted"),
        (claim(PI, div(Int(22), Int(7))), "ROUNDED"),
        (claim(PI, Dec(314, 2)), "Proved"),
        (claim(PI, Dec(314, 2), ">"), "Proved"),
        (claim(PI, Dec(31, 1), "<"), "ROUNDED"),
        (claim(PI, Int(3), "<"), "Refuted"),
        (claim(mul(TWO, PI), add(PI, PI)), "Proved"),
        (claim(power(IMAGINARY, 2), neg(ONE)), "Proved"),
        (claim(power(IMAGINARY, 2), ONE), "Refuted"),
        (claim(IMAGINARY, ONE, "<"), "OUT_OF_SCOPE"),
        (claim(div(ONE, IMAGINARY), neg(IMAGINARY)), "Proved"),
        (claim(power(Int(9), 9**9), power(Int(10), 100), ">"), "Proved"),
        (claim(node(Head.FACTORIAL, power(Int(10), 9)), Int(10)), "OUT_OF_BUDGET"),
        (claim(mul(Dec(3333, 2), Int(3)), Int(100), rounded=frozenset({Dec(3333, 2)})), "ROUNDED"),
        (claim(mul(Dec(3333, 2), ROOT2), Int(60), rounded=frozenset({Dec(3333, 2)})), "Refuted"),
        (claim(size(sub(ONE, ROOT2)), sub(ROOT2, ONE)), "Proved"),
        (identity(power(add(X, ONE), 1000000), ONE), "OUT_OF_BUDGET"),
        (identity(power(add(add(X, Y), ONE), 200), ONE), "OUT_OF_BUDGET"),
        (identity(sub(raised(TWO, add(X, ONE)), raised(TWO, X)), raised(TWO, X)), "Proved"),
        (identity(raised(Int(4), X), raised(TWO, mul(TWO, X))), "Proved"),
        (identity(div(ONE, sub(sqrt(power(X, 2)), X)), div(ONE, sub(sqrt(power(X, 2)), X))), "SIDE_CONDITION"),
        (identity(size(neg(X)), size(X)), "Proved"),
        (identity(power(size(X), 2), power(X, 2)), "NOT_ENTAILED"),
        (identity(power(size(X), 2), power(X, 2), domain=Type.REAL), "Proved"),
        (identity(X, X, "≠"), "Refuted"),
        (identity(div(X, X), ONE, "≠"), "SIDE_CONDITION"),
        (claim(X, add(X, ONE)), "Refuted"),
        (claim(add(X, div(ONE, Int(1000))), X, "≈"), "ROUNDED"),
        (claim(power(add(X, ONE), 2), add(power(X, 2), ONE)), "NOT_ENTAILED"),
    ],
)
def test_claims_without_premises(asked: Claim, expected: str) -> None:
    assert kind(asked) == expected


def test_divisors_and_roots_with_letters_are_side_conditions() -> None:
    assert conditions(identity(div(X, X), ONE)) == ("x ≠ 0",)
    assert conditions(identity(div(sub(power(X, 2), ONE), sub(X, ONE)), add(X, ONE))) == ("x - 1 ≠ 0",)
    assert conditions(identity(mul(Int(0), div(ONE, X)), Int(0))) == ("x ≠ 0",)
    assert conditions(identity(power(X, 0), ONE)) == ("x ≠ 0",)
    assert conditions(identity(power(sqrt(X), 2), X)) == ("x ≥ 0",)
    assert conditions(identity(power(sqrt(X), 2), X, domain=Type.COMPLEX)) == ()
    assert conditions(identity(mul(X, Y), mul(Y, X))) == ()


def test_a_decimal_is_a_third_as_rounded_only() -> None:
    assert said(claim(Dec(333333, 6), div(ONE, Int(3)))).certificate.notes["as_rounded"] is True


LINE = fact(add(mul(TWO, X), Int(3)), Int(11))
QUADRATIC = fact(add(sub(power(X, 2), mul(Int(5), X)), Int(6)), Int(0))
ABOVE = fact(add(mul(TWO, X), Int(3)), Int(7), ">")
SUM, PRODUCT = fact(add(X, Y), Int(5)), fact(mul(X, Y), Int(6))
THIRDS = fact(mul(Int(3), X), TWO)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (claim(mul(TWO, X), Int(8), "=", LINE), "Proved"),
        (claim(X, Int(4), "=", LINE), "Proved"),
        (claim(X, Int(5), "=", LINE), "Refuted"),
        (claim(X, Int(4), "≠", LINE), "Refuted"),
        (claim(X, Int(3), ">", LINE), "Proved"),
        (claim(X, Int(7), ">", LINE), "Refuted"),
        (claim(X, Int(5), "=", fact(LINE.left, LINE.right, "=", Standing.STATED)), "CONFLICTS_WITH_STATED"),
        (claim(X, Int(3), "=", fact(power(X, 2), Int(9))), "NOT_ENTAILED"),
        (claim(power(X, 2), Int(9), "=", fact(X, Int(3))), "Proved"),
        (claim(X, ONE, "=", fact(X, ONE), fact(X, TWO)), "INCONSISTENT_CONTEXT"),
        (claim(X, ONE, "=", fact(add(X, Y), ONE), fact(add(X, Y), TWO)), "INCONSISTENT_CONTEXT"),
        (claim(X, Int(3), "=", SUM, fact(sub(X, Y), ONE)), "Proved"),
        (claim(add(X, X), Int(8), "=", fact(X, Dec(35, 1)), fact(X, Int(4))), "INCONSISTENT_CONTEXT"),
        (claim(X, Int(3), "=", fact(div(Int(6), X), TWO)), "Proved"),
        (claim(div(Int(6), X), TWO, "=", fact(X, Int(3))), "Proved"),
        (claim(div(Int(6), X), TWO, "=", fact(X, Int(0))), "NOT_ENTAILED"),
        (claim(div(X, X), ONE, "=", fact(mul(X, Y), Int(0))), "Proved"),
        (claim(Y, Int(3), "=", fact(mul(X, Y), mul(Int(3), X))), "NOT_ENTAILED"),
        (claim(Y, Int(3), "=", fact(mul(X, Y), mul(Int(3), X)), fact(X, Int(0), "≠")), "Proved"),
        (claim(X, Int(3), "=", QUADRATIC, fact(X, TWO, ">")), "Proved"),
        (claim(X, Int(3), "=", QUADRATIC), "NOT_ENTAILED"),
        (claim(X, TWO, "=", fact(sqrt(X), TWO)), "NOT_ENTAILED"),
        (claim(add(power(X, 2), power(Y, 2)), Int(13), "=", SUM, PRODUCT), "Proved"),
        (claim(add(power(X, 2), power(Y, 2)), Int(14), "=", SUM, PRODUCT), "Refuted"),
        (claim(X, ONE, "=", fact(power(X, 2), TWO)), "Refuted"),
        (claim(X, ROOT2, "=", fact(power(X, 2), TWO)), "NOT_ENTAILED"),
        (claim(power(X, 4), Int(4), "=", fact(power(X, 2), TWO)), "Proved"),
        (claim(power(X, 4), Int(5), "=", fact(power(X, 2), TWO)), "Refuted"),
        (claim(X, ONE, "=", fact(power(X, 2), TWO, "=", Standing.STATED)), "CONFLICTS_WITH_STATED"),
        (claim(X, Int(4), "=", QUADRATIC), "Refuted"),
        (claim(mul(sub(X, TWO), sub(X, Int(3))), Int(0), "=", QUADRATIC), "Proved"),
        (claim(mul(sub(X, TWO), sub(X, Int(4))), Int(0), "=", QUADRATIC), "NOT_ENTAILED"),
        (claim(mul(sub(X, ONE), sub(X, Int(4))), Int(0), "=", QUADRATIC), "Refuted"),
        (claim(X, Int(4), "=", fact(power(X, 2), neg(ONE)), domain=Type.REAL), "NOT_ENTAILED"),
        (claim(div(ONE, X), TWO, "=", fact(power(X, 2), mul(TWO, X))), "NOT_ENTAILED"),
        (claim(X, ONE, "=", fact(sqrt(power(X, 2)), TWO)), "NOT_ENTAILED"),
        (claim(X, ONE, "=", fact(power(X, 2), Dec(25, 1))), "NOT_ENTAILED"),
        (claim(X, Dec(67, 2), "=", THIRDS), "Proved"),
        (claim(X, Dec(66, 2), "=", THIRDS), "ROUNDED"),
        (claim(X, Dec(76, 2), "=", THIRDS), "Refuted"),
        (claim(X, Int(5), "=", fact(mul(Dec(33, 2), X), ONE), rounded=frozenset({Dec(33, 2)})), "ROUNDED"),
        (claim(X, Int(3), "=", fact(mul(Dec(33, 2), X), ONE)), "ROUNDED"),
        (claim(X, Int(300), "=", fact(mul(Dec(2, 1), X), Int(80))), "Refuted"),
        (claim(X, Int(400), "=", fact(mul(Dec(2, 1), X), Int(80))), "Proved"),
        (claim(X, TWO, ">", ABOVE), "Proved"),
        (claim(X, TWO, "≥", ABOVE), "Proved"),
        (claim(X, Int(3), ">", ABOVE), "NOT_ENTAILED"),
        (claim(X, Int(3), "<", ABOVE), "NOT_ENTAILED"),
        (claim(X, TWO, "≤", ABOVE), "Refuted"),
        (claim(X, TWO, "≠", ABOVE), "Proved"),
        (claim(X, ONE, "=", ABOVE), "Refuted"),
        (claim(X, TWO, "=", ABOVE), "NOT_ENTAILED"),
        (claim(neg(X), neg(TWO), "<", ABOVE), "Proved"),
        (claim(add(X, Y), Int(5), ">", ABOVE, fact(Y, Int(3), "≥")), "Proved"),
        (claim(X, Int(3), ">", ABOVE, fact(X, ONE, "<")), "INCONSISTENT_CONTEXT"),
        (claim(X, TWO, ">", fact(mul(TWO, X), Int(4), "≥")), "NOT_ENTAILED"),
        (claim(div(mul(X, Y), X), Y, "=", fact(X, Int(0)), fact(Y, TWO)), "SIDE_CONDITION"),
    ],
)
def test_claims_under_premises(asked: Claim, expected: str) -> None:
    assert kind(asked) == expected


def test_a_model_is_looked_for_without_a_ring_where_there_is_none() -> None:
    asked = claim(Y, ONE, "=", fact(Y, node(Head.POW, X, div(ONE, Int(1009)))))
    assert model(asked) in (None, {"x": 1, "y": 1}), "a root of a large index is no reason to fail"


R, S, T, Z = map(Sym, "rstz")


@pytest.mark.parametrize(
    "premises",
    [
        (fact(mul(R, S), Int(30)), fact(Z, mul(mul(R, S), T))),
        (fact(mul(sub(X, ONE), Y), Int(2004)),),
        (fact(X, Z), fact(power(Z, 2), add(add(power(Z, 4), mul(S, power(Z, 3))), mul(T, Z)))),
        (fact(sub(add(power(X, 2), power(Y, 2)), mul(Int(14), X)), mul(Int(48), Y)), fact(mul(X, Y), Int(0))),
    ],
)
def test_a_model_is_found_where_letters_multiply(premises: tuple[Hypothesis, ...]) -> None:
    found = model(claim(ONE, ONE, "=", *premises))
    assert found is not None and satisfies(premises, found)


def test_no_model_is_found_where_there_is_none() -> None:
    assert model(claim(ONE, ONE, "=", fact(mul(R, S), Int(30)), fact(mul(R, S), Int(31)))) is None
    assert model(claim(ONE, ONE, "=", fact(power(X, 2), Int(7)))) is None, "no rational one"


def combination(**changes: Any) -> dict[str, Any]:
    """The proof data that shows x = 4 from 2x + 3 = 11, with changes."""
    data = {"kind": "combination", "model": {"x": "4"}, "value": "0", "cofactors": [[0, [["1/2", {}]]]]}
    return data | changes


def test_the_combination_itself_is_accepted() -> None:
    asked = claim(X, Int(4), "=", LINE)
    assert admit(asked, Proof("canonical", Shows.TRUE, combination()), CanonicalChecker())


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "identity"},
        combination(model={"x": "5"}),
        combination(model={}),
        combination(model=None),
        combination(value="1"),
        combination(value=0),
        combination(units=[0]),
        combination(units=[[]]),
        combination(units="0"),
        combination(cofactors=[[0, [["1", {}]]]]),
        combination(cofactors=[[1, [["1/2", {}]]]]),
        combination(cofactors=[[True, [["1/2", {}]]]]),
        combination(cofactors=[[[], [["1/2", {}]]]]),
        combination(cofactors=[[0, [["1/0", {}]]]]),
        combination(cofactors=[[0, [["1/2", {"y": 1}]]]]),
        combination(cofactors=[[0, [["1/2", {"x": -1}]]]]),
        combination(cofactors=[[0, [["1/2", {"x": 10**9}]]]]),
        combination(cofactors=None),
        combination(cofactors=[0]),
    ],
)
def test_a_broken_combination_is_refused(data: dict[str, Any]) -> None:
    asked = claim(X, Int(4), "=", LINE)
    for shows in (Shows.TRUE, Shows.FALSE):
        with pytest.raises(CheckFailed):
            admit(asked, Proof("canonical", shows, data), CanonicalChecker())


@pytest.mark.parametrize(
    "changes",
    [{"orders": [[0, "-1/2"]]}, {"orders": [[0, "0"]]}, {"orders": []}, {"side": -1}, {"side": 0}, {"value": "1"}],
)
def test_a_broken_bound_is_refused(changes: dict[str, Any]) -> None:
    data = {"kind": "bound", "model": {"x": "3"}, "side": 1, "value": "0", "orders": [[0, "1/2"]], "cofactors": []}
    asked = claim(X, TWO, ">", ABOVE)
    assert admit(asked, Proof("canonical", Shows.TRUE, data), CanonicalChecker())
    for shows in (Shows.TRUE, Shows.FALSE):
        with pytest.raises(CheckFailed):
            admit(asked, Proof("canonical", shows, data | changes), CanonicalChecker())


def test_a_divisor_that_may_be_zero_is_not_waved_through() -> None:
    asked = claim(div(mul(X, Y), X), Int(3), "=", fact(Y, Int(3)))
    data = {"kind": "combination", "model": {"y": "3"}, "cofactors": [[0, [["1", {"x": 1}]]]], "value": "0"}
    with pytest.raises(CheckFailed) as failure:
        admit(asked, Proof("canonical", Shows.TRUE, data), CanonicalChecker())
    assert failure.value.reason is Reason.SIDE_CONDITION


@pytest.mark.parametrize(
    ("asked", "shows"),
    [
        (claim(ROOT2, Dec(141, 2)), Shows.FALSE),
        (claim(ROOT8, mul(TWO, ROOT2)), Shows.FALSE),
        (claim(ROOT8, mul(TWO, ROOT2)), Shows.TRUE),
        (claim(PI, Int(3), "<"), Shows.TRUE),
        (claim(X, X), Shows.TRUE),
        (claim(ROOT2, TWO, "<", fact(X, ONE)), Shows.TRUE),
        (claim(div(ONE, sub(ROOT8, mul(TWO, ROOT2))), ONE), Shows.FALSE),
    ],
)
def test_balls_refuse_what_they_do_not_show(asked: Claim, shows: Shows) -> None:
    with pytest.raises(CheckFailed):
        admit(asked, Proof("balls", shows), BallChecker())


def test_closed_claims_and_identities_are_decided_without_loading_sympy() -> None:
    code = (
        "import sys; from verifier.engines.symbolic.propose import SymbolicEngine;"
        "from verifier.kernel.claim import relate; from verifier.kernel.expr import Head, Int, Sym;"
        "list(SymbolicEngine().propose(relate(Head.EQ, Int(2), Int(3))));"
        "list(SymbolicEngine().propose(relate(Head.EQ, Sym('x'), Sym('x'))));"
        "sys.exit('sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_root_of_a_difference_of_decimals_is_no_accident() -> None:
    asked = claim(add(Int(1), sub(X, X)), sqrt(sub(Dec(1, 1), Dec(1, 1))))
    assert all(isinstance(offer, Unknown) for offer in SymbolicEngine().propose(asked))


@pytest.mark.parametrize("inner", [add(X, IMAGINARY), mul(X, IMAGINARY), add(X, mul(Y, IMAGINARY))])
@pytest.mark.parametrize("domain", [Type.REAL, Type.COMPLEX])
def test_a_modulus_of_what_is_not_real_is_no_root_of_its_square(inner: Expr, domain: Type) -> None:
    asked = relate(Head.EQ, power(size(inner), 2), power(inner, 2), domain=domain)
    with pytest.raises(CheckFailed):
        admit(asked, Proof("canonical", Shows.TRUE, {"kind": "identity"}), CanonicalChecker())


PRODUCT = mul(sub(X, Int(2)), add(X, Int(5)))
APART = {
    "both": ((sub(X, Int(2)), Int(0)), (add(X, Int(5)), Int(0))),
    "their product": ((PRODUCT, Int(0)),),
    "a multiple": ((mul(PRODUCT, Y), Int(0)),),
    "one": ((sub(X, Int(2)), Int(0)),),
    "another": ((sub(X, Int(2)), Int(0)), (X, Int(5))),
    "none": (),
}


SURELY = ("both", "their product", "a multiple")


@pytest.mark.parametrize("apart", APART)
def test_a_divisor_is_made_of_factors_of_what_is_not_zero(apart: str) -> None:
    given = [suppose(f"p{i}", Standing.FACT, Head.NE, *sides) for i, sides in enumerate(APART[apart])]
    asked = relate(Head.EQ, div(X, power(PRODUCT, 2)), div(mul(X, PRODUCT), power(PRODUCT, 3)), premises=tuple(given))
    data = {"kind": "combination", "model": {"x": "1", "y": "1"}, "value": "0", "units": [], "cofactors": []}
    proof = Proof("canonical", Shows.TRUE, {**data, "divisors": {}})
    if apart in SURELY:
        assert admit(asked, proof, CanonicalChecker())
    else:
        with pytest.raises(CheckFailed):
            admit(asked, proof, CanonicalChecker())
