"""Models with zeros of polynomials, complex numbers and functions: found ones are admitted, others refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.formulas.premises import CUBE, LETTERS, SCOPE, claim, zero

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.places.models import model_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.engines.formulas.leaves import Leaves
from verifier.engines.formulas.propose import FormulaEngine
from verifier.engines.formulas.proved_models import model_by_proof
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Dec
from verifier.kernel.verdict import CheckFailed, Independent, Proof, Shows, admit
from verifier.language.expressions.parse import formula

R = ["sym", "r"]


@pytest.mark.parametrize(
    "premises",
    [
        ("x**3 == 2",),
        ("x**3 - 3*x + 1 == 0", "0 < x", "x < 1"),
        ("x**3 == 2", "y == x**2 + 1", "y > 2"),
        ("x**5 - x - 1 == 0", "n == floor(x)"),
        ("z + conj(w) == 2 - 7*I",),
        ("z**2 == -4",),
        ("abs(z) == 5", "re(z) == 3"),
        ("f(0) == 3", "f(2) == 7"),
        ("ForAll(x in Real, f(x + 1) == f(x) + 2)", "f(0) == 3"),
        ("ForAll(x in Real, f(x) == x**2 + y)", "f(1) == 5"),
        ("ForAll((x in Real, y in Real), g(x, y) == 2*x + y)",),
        ("ForAll(x in Real, Implies(x > 0, f(x) > 0))", "f(1) == 2"),
    ],
)
def test_a_model_is_found_and_admitted(premises: tuple[str, ...]) -> None:
    what = claim("1 == 1", *premises)
    found = model_by_proof(what, Leaves())
    assert found is not None
    StructureChecker(checker_of).model(what, found)


@pytest.mark.parametrize(
    "premises",
    [
        ("x**3 == 2", "x > 2"),
        ("z == 1 + I", "abs(z) == 5"),
        ("f(0) == 3", "f(0) == 4"),
        ("ForAll(x in Real, f(x) == x)", "f(1) == 2"),
        ("z**2 == -4", "im(z) == 0"),
    ],
)
def test_what_has_no_model_gets_none(premises: tuple[str, ...]) -> None:
    assert model_by_proof(claim("1 == 1", *premises), Leaves()) is None


@pytest.mark.parametrize(
    ("premises", "data"),
    [
        (("x**2 >= 0",), {"model": {"x": R}, "zeros": {"r": zero("1", "0", "1", between=("-1", "1"))}}),
        (("x**2 >= 0",), {"model": {"x": R}, "zeros": {"r": zero("-2", "0", "0", "1", between=("2", "3"))}}),
        (("x**2 >= 0",), {"model": {"x": R}, "zeros": {"r": zero("-2", "0", "0", "1", between=("2", "1"))}}),
        (("x**2 >= 0",), {"model": {"x": R}, "zeros": {"r": zero("0", "1", between=("0", "1"))}}),
        (("x**2 >= 0",), {"model": {"x": R}, "zeros": {"r": zero(between=("0", "1"))}}),
        (("x**2 >= 0",), {"model": {"x": R}, "zeros": {"r": zero(*["1"] * 40, between=("-2", "1"))}}),
        (("x**2 >= 0",), {"model": {"x": R}, "zeros": {"r": {"polynomial": "x", "between": ["0", "1"]}}}),
        (("x**2 >= 0",), {"model": {"x": R}, "zeros": [CUBE]}),
        (("x**2 >= 0",), {"model": {"x": R}, "zeros": {f"r{i}": CUBE for i in range(9)}}),
        (("x**2 >= 0",), {"model": {"x": R}}),
        (("n >= 1",), {"model": {"n": R}, "zeros": {"r": CUBE}}),
        (("k + 0 == k",), {"model": {"k": R}, "zeros": {"r": CUBE}}),
        (("x**2 >= 0", "y == 1"), {"model": {"x": "1", "y": "1"}, "zeros": {"y": CUBE}}),
        (("x**2 >= 0",), {"model": {"x": ["/", ["int", "1"], R]}, "zeros": {"r": CUBE}}),
        (("f(0) == 3",), {"model": {"f": {"letters": ["t", "u"], "body": ["int", "3"]}}}),
        (("f(0) == 3",), {"model": {"f": {"letters": ["t"], "body": ["/", ["int", "3"], ["sym", "t"]]}}}),
        (("f(0) == 3",), {"model": {"f": {"letters": ["t"], "body": ["sym", "s"]}}}),
        (("f(0) == 3",), {"model": {"f": {"letters": ["t", "t"], "body": ["int", "3"]}}}),
        (("f(0) == 3",), {"model": {"f": {"letters": "t", "body": ["int", "3"]}}}),
        (("f(0) == 3",), {"model": {"f": {"letters": ["t"], "body": ["const", "i"]}}}),
        (("f(0) == 3",), {"model": {"f": {"letters": ["t"], "body": ["==", ["int", "3"], ["int", "3"]]}}}),
        (("f(0) == 3",), {"model": {"f": {"letters": ["t"], "body": ["int", "4"]}}}),
        (("x == 1",), {"model": {"x": ["const", "i"]}}),
        (("x == 1",), {"model": {"x": ["+", ["int", "1"], ["*", ["int", "0"], ["const", "i"]]]}}),
        (("n == n",), {"model": {"n": ["sqrt", ["int", "2"]]}}),
    ],
)
def test_what_is_no_model_is_refused(premises: tuple[str, ...], data: dict[str, Any]) -> None:
    identity = {"rule": "leaf", "checker": "canonical", "data": {"kind": "identity"}, "uses": []}
    what = claim("1 == 1", *premises)
    for at_model in (None, [identity] * (len(premises) + ("n" in str(what.types)))):
        with pytest.raises(CheckFailed):
            StructureChecker(checker_of).model(what, {**data, "at_model": at_model})


def test_a_zero_is_spoken_of_through_what_is_known_of_it_alone() -> None:
    what, data = claim("1 == 1", "x**3 == 2"), {"model": {"x": R}, "zeros": {"r": CUBE}}
    checker = StructureChecker(checker_of)
    found = model_by_proof(what, Leaves())
    assert found is not None
    checker.model(what, {**data, "at_model": found["at_model"]})
    with pytest.raises(CheckFailed):  # of another polynomial the same proof shows nothing
        other = zero("-3", "0", "0", "1", between=("1", "2"))
        checker.model(what, {**data, "zeros": {"r": other}, "at_model": found["at_model"]})
    with pytest.raises(CheckFailed):  # it is no rational number, and is not evaluated
        model_of(what, data)


def test_a_function_whose_name_is_bound_is_no_value() -> None:
    what = claim_of(
        formula("1 == 1", SCOPE), LETTERS, (Hypothesis("p", Standing.FACT, formula("f(1) == 1 and x == 1", SCOPE)),)
    )
    good = {"letters": ["t"], "body": ["sym", "t"]}
    model_of(what, {"model": {"x": "1", "f": good}})
    with pytest.raises(CheckFailed):
        model_of(what, {"model": {"x": "1", "f": "1"}})


def independent(what: Claim) -> bool:
    checker = StructureChecker(checker_of)
    offers = [one for one in FormulaEngine(Leaves()).propose(what) if hasattr(one, "proof")]
    return any(isinstance(admit(one.claim, one.proof, checker), Independent) for one in offers)


@pytest.mark.parametrize(
    ("text", "premises", "expected"),
    [
        ("x > 0", ("x**2 == 2",), True),
        ("f(1) == 4", ("f(0) == 3", "f(2) == 7"), True),
        ("x == 1", ("x**3 == 1",), False),
        ("f(1) == 4", ("ForAll(x in Real, f(x) == x + 3)",), False),
    ],
)
def test_what_two_models_tell_apart_is_independent(text: str, premises: tuple[str, ...], expected: bool) -> None:
    assert independent(claim(text, *premises)) is expected


def test_what_may_hold_as_rounded_is_not_shown_independent() -> None:
    what = claim("x == 0.33", "x**2 <= 1")
    decimals = frozenset(one for one in what.formula.args if isinstance(one, Dec))  # type: ignore[union-attr]
    proof = Proof("structure", Shows.INDEPENDENT, {"models": [{"x": "33/100"}, {"x": "333/1000"}]})
    checker = StructureChecker(checker_of)
    assert decimals and isinstance(admit(what, proof, checker), Independent)
    with pytest.raises(CheckFailed):
        admit(replace(what, rounded=decimals), proof, checker)
