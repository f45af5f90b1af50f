"""Extremes, solutions, polynomials, matrices and numbers without a word put to Lean: what their statements say, that
true ones are certified, and false ones are not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from support.formulas.sequents import claims_over

from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.statement import stated
from verifier.checkers.points import read_point
from verifier.engines.lean.formulas import LeanFormulaEngine, Told
from verifier.engines.lean.tactics.formula_proofs import along
from verifier.judging.decide import formal_judge
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Type
from verifier.kernel.verdict import Certificate, CheckFailed, Decided, Proof, Proved, Refuted, Shows, Unknown, admit

TYPES = {
    **{"x": Type.REAL, "y": Type.REAL, "m": Type.REAL, "n": Type.COUNT, "z": Type.COMPLEX},
    **{"P": Type.POINT, "A": Type.MATRIX, "B": Type.MATRIX, "f": Type.FUNCTION},
}


claim = claims_over(TYPES)


def written(text: str, *premises: str, **model: str) -> str:
    return stated(claim(text, *premises), Shows.TRUE, read_point(model)).text


def decided(of: Claim) -> Certificate:
    found = formal_judge().decide(of)
    assert isinstance(found, Decided), found
    return found.certificate


def certified(session: LeanSession, of: Sequence[Certificate]) -> list[Told]:
    return LeanFormulaEngine(session).certified(of)


@pytest.mark.parametrize(
    ("text", "premises", "says"),
    [
        (
            "is_max(x, t*(4 - t), t in Real, t >= 0)",
            [],
            "((∃ (y0 : K), ((y0 ≥ (0 : K)) ∧ ((y0 * ((4 : K) - y0)) = x0))) ∧ "
            "(∀ (y1 : K), ((¬ (y1 ≥ (0 : K))) ∨ ((y1 * ((4 : K) - y1)) ≤ x0))))",
        ),
        ("is_min(x, t, t in Int, t > 2)", [], "(∀ (z1 : Int), ((¬ ("),
        (
            "solves(t in Real, [x, 3], t**2 == 9)",
            [],
            "(((x0 ^ (2 : Nat)) = (9 : K)) ∧ (((3 : K) ^ (2 : Nat)) = (9 : K)) ∧ "
            "(∀ (y0 : K), ((¬ ((y0 ^ (2 : Nat)) = (9 : K))) ∨ ((y0 = x0) ∨ (y0 = (3 : K))))))",
        ),
        ("solves(t in Pos, [3], t**2 == 9)", [], "((3 : K) ≥ (1 : K))"),
        ("solves(t in Real, [], t**2 == -1)", [], "∨ False)"),
        ("x == integral(3*t**2 + y, t, 0, 2)", [], "((2 : K) ^ (3 : Nat))"),
        (
            "ForAll(t in Real, diff(t**3, t) == 3*t**2)",
            [],
            "((((3 : K) * (1 : K)) * (y0 ^ (2 : Nat))) = ((3 : K) * (y0 ^ (2 : Nat))))",
        ),
        ("coeff((t + y)**2, t, 1) == 2*y", [], "(((2 : K) * x0) = ((2 : K) * x0))"),
        ("Vector([x, 1]) == Vector([2, y])", [], "((x0 = (2 : K)) ∧ ((1 : K) = x1))"),
        ("Vector([x, 1]) != Vector([2, y])", [], "((¬ (x0 = (2 : K))) ∨ (¬ ((1 : K) = x1)))"),
        ("x == 3", ["P == (0, 3)", "(1, x) == P"], "((1 : K) = (0 : K)) → (x0 = (3 : K)) → (x0 = (3 : K))"),
        ("x == 5", ["x == y + count_of(divides(3, k), k, 1, 1000)"], "(x1 = (x2 + x0)) → (x1 = (5 : K))"),
        ("x == 3", ["x == Sum(k, k, 1, n)", "Sum(k, k, 1, n) == 3"], "(x1 = x0) → (x0 = (3 : K))"),
    ],
)
def test_a_statement_says_what_is_spelled_out(text: str, premises: list[str], says: str) -> None:
    assert says in written(text, *premises)


@pytest.mark.parametrize(
    ("text", "premises", "why"),
    [
        ("is_max(1, 1/t, t in Real, t >= 1)", [], "is_max"),  # what is compared may be undefined
        ("is_max(1, t, t in Real, sqrt(t) <= 1)", [], "is_max"),
        ("solves(t in Real, [1], 1/t == 1)", [], "solves"),
        ("solves(t in Real, {k for k in Int}, t == t)", [], "solves"),
        ("x == integral(1/t, t, 1, 2)", [], "integral"),  # in a statement alone: nothing is known of it
        ("x == integral(t**2, t, 0, oo)", ["integral(t**2, t, 0, oo) == x"], "integral|oo"),
        ("limit(1/t, t, oo) == x", ["x == limit(1/t, t, oo)"], "limit"),
        ("count_of(divides(3, k), k, 1, 1000) == 333", [], "count_of"),
        ("Sum(k, k, 1, n) == n*(n + 1)/2", [], "Sum"),
        ("Vector([1/x, 1]) == Vector([2, y])", [], "Vector"),
        ("A*B == B*A", ["A == Matrix([[1, 0], [0, 1]])"], "a letter that is a matrix"),
    ],
)
def test_what_may_be_undefined_or_infinite_is_not_told(text: str, premises: list[str], why: str) -> None:
    with pytest.raises(NotRenderable, match=why):
        written(text, *premises)


def test_a_number_in_the_reach_of_its_letter_has_no_letter_of_its_own() -> None:
    inside = "ForAll(n in NonNeg, Sum(k, k, 1, n) >= 0)"
    with pytest.raises(NotRenderable, match="Sum"):
        written("x == 3", "x == Sum(k, k, 1, n)", "Sum(k, k, 1, n) == 3", inside)


TRUE: list[tuple[str, list[str]]] = [
    ("is_max(25, t*(10 - t), t in Real, True)", []),
    ("is_max(m, t*(10 - t), t in Real, True)", ["m == 25"]),
    ("is_min(-4, t**2 - 4*t, t in Real, t >= 0)", []),
    ("solves(t in Real, [2, 3], t**2 - 5*t + 6 == 0)", []),
    ("solves(t in Real, [sqrt(2), -sqrt(2)], t**2 == 2)", []),
    ("solves(t in Real, [x], 2*t == 6)", ["x == 3"]),
    ("x == 2 or x == 3", ["solves(t in Real, [2, 3], t**2 - 5*t + 6 == 0)", "x**2 - 5*x + 6 == 0"]),
    ("Exists(k in Pos, k*k == 49)", []),
    ("ForAll(t in Real, t**2 >= 0)", []),
    ("not Exists(t in Real, t**2 == -9)", []),
    ("sqrt(50) == 5*sqrt(2)", []),
    ("x == 2", ["x > 0", "x**2 == 4"]),
    ("integral(6*t - t**2, t, 0, 6) == 36", []),
    ("ForAll(t in Real, diff(12*t - t**2, t) == 12 - 2*t)", []),
    ("coeff((2*t - 1)*(3*t + 1), t, 2) == 6", []),
    ("x == 7", ["P == (3, 4)", "P == (x - 4, y)"]),
    ("2*Matrix([[1, x], [0, 1]]) == Matrix([[2, 6], [0, 2]])", ["x == 3"]),
    ("x == 9", ["x == y + sqrt(2) - sqrt(2)", "y == 9"]),
    ("y == 14", ["x**2 == 7", "x > 0", "y == 2*x**2"]),
    ("x == 12", ["x == 2*Sum(k, k, 1, n)", "Sum(k, k, 1, n) == 6"]),
]


def test_what_is_spelled_out_is_certified_by_lean_and_its_denial_is_not(lean_session: LeanSession) -> None:
    certificates = [decided(claim(text, *premises)) for text, premises in TRUE]
    told = certified(lean_session, certificates)
    assert [text for (text, _), one in zip(TRUE, told, strict=True) if not isinstance(one, Proved)] == []
    turned = [
        Certificate(one.claim, Proof("structure", Shows.FALSE, one.proof.data), "1")
        for one in certificates
        if one.proof.shows is Shows.TRUE
    ]
    assert all(isinstance(one, Unknown) for one in certified(lean_session, turned))


FALSE: list[tuple[str, list[str]]] = [
    ("solves(t in Real, [2], t**2 - 5*t + 6 == 0)", []),
    ("solves(t in Real, [2, 3, 4], t**2 - 5*t + 6 == 0)", []),
    ("is_max(24, t*(10 - t), t in Real, True)", []),
    ("integral(6*t - t**2, t, 0, 6) == 35", []),
    ("Matrix([[1, x], [0, 1]]) == Matrix([[1, 4], [0, 1]])", ["x == 3"]),
]


def test_what_fails_is_certified_to_fail(lean_session: LeanSession) -> None:
    told = certified(lean_session, [decided(claim(text, *premises)) for text, premises in FALSE])
    assert [text for (text, _), one in zip(FALSE, told, strict=True) if not isinstance(one, Refuted)] == []


def test_a_model_that_is_irrational_is_checked_as_structural_proofs_have_it(lean_session: LeanSession) -> None:
    found = certified(lean_session, [decided(claim("x**4 == 49", "x**2 == 7"))])[0]
    assert isinstance(found, Proved)
    of = found.certificate.claim
    assert isinstance(of, Claim)
    data = dict(found.certificate.proof.data)
    wrong = {**data, "model": {"x": ["sqrt", ["int", "8"]]}}
    with pytest.raises(CheckFailed):
        admit(of, Proof("lean", Shows.TRUE, wrong), LeanChecker(lean_session))
    without = {name: one for name, one in data.items() if name not in ("model", "at_model", "zeros")}
    with pytest.raises(CheckFailed, match="no model"):
        admit(of, Proof("lean", Shows.TRUE, without), LeanChecker(lean_session))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("ForAll(t in Real, t**2 >= 0)", {"rule": "arbitrary", "near": ["1) sorry"], "tree": {"rule": "leaf"}}),
        ("ForAll(t in Real, t**2 >= 0)", {"rule": "arbitrary", "near": ["1", "2"], "tree": {"rule": "leaf"}}),
        ("solves(t in Real, [3], 2*t == 6)", {"rule": "solutions", "trees": []}),
        ("x == 1 or x == 2", {"rule": "one", "index": 7}),
        ("x == 1 or x == 2", {"rule": "reductio", "tree": {}}),
    ],
)
def test_a_layout_that_does_not_fit_is_no_proof(text: str, tree: dict[str, Any]) -> None:
    found = stated(claim(text), Shows.TRUE, {})
    assert list(along(found, {}, True, tree)) == []
