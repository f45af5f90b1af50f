"""Proofs that are made to break the checker: each is refused as a proof, in little time, and nothing else happens."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import SCOPE, VALUES, claim, shown

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.structure import StructureChecker
from verifier.kernel.claim import relate
from verifier.kernel.expr import Expr, Head, Int, node
from verifier.kernel.verdict import REGISTRY, CheckFailed, Proof, Reason, Shows, admit
from verifier.language.expressions.parse import parse
from verifier.language.read_chain import read_chain
from verifier.pipeline.verify import verify_formal


def nested(depth: int) -> dict[str, Any]:
    tree: dict[str, Any] = VALUES
    for _ in range(depth):
        tree = {"rule": "at", "values": [], "tree": tree}
    return tree


@pytest.mark.parametrize("depth", [600, 1900, 3000])
def test_a_tree_that_nests_too_deep_is_refused(depth: int) -> None:
    with pytest.raises(CheckFailed):
        shown(claim("1 < 2"), nested(depth))
    with pytest.raises(CheckFailed):
        model = {
            "tree": {"rule": "given", "of": 0},
            "model": {"x": ["sqrt", ["int", "2"]]},
            "at_model": [nested(depth)],
        }
        admit(claim("x > 1", "x > 1"), Proof("structure", Shows.TRUE, model), StructureChecker(checker_of))
    assert shown(claim("1 < 2"), nested(40))


def test_an_expression_of_a_proof_that_nests_too_deep_is_refused() -> None:
    deep: Any = ["int", "1"]
    for _ in range(900):
        deep = ["neg", deep]
    with pytest.raises(CheckFailed):
        shown(claim("1 < 2"), {"rule": "unfold", "number": deep, "tree": VALUES})


def sum_of_ones(count: int) -> Any:
    half = count // 2
    return ["int", "1"] if count == 1 else ["+", sum_of_ones(half), sum_of_ones(count - half)]


def test_a_model_that_makes_a_premise_too_large_is_refused() -> None:
    what = claim("x >= 1", "x*x*x*x >= 1", "x >= 1")
    tree = {"rule": "unfold", "of": 0, "tree": {"rule": "given", "of": 1}}
    proof = Proof(
        "structure", Shows.TRUE, {"tree": tree, "model": {"x": sum_of_ones(1500)}, "at_model": [VALUES, VALUES]}
    )
    with pytest.raises(CheckFailed) as refused:
        admit(what, proof, StructureChecker(checker_of))
    assert refused.value.reason is Reason.OUT_OF_BUDGET


@pytest.mark.parametrize("trees", [[], None, "", {}, [VALUES]])
def test_a_solution_without_its_trees_is_refused(trees: Any) -> None:
    with pytest.raises(CheckFailed):
        tree = {"rule": "solutions", "at": "5", "trees": trees}
        shown(claim("solves(t in Real, [3], t == 3 or t == 5)"), tree, False)


def test_squares_of_squares_of_a_number_are_refused_before_they_are_large() -> None:
    steps = [{"times": [1 + i, 1 + i]} for i in range(50)]
    with pytest.raises(CheckFailed) as refused:
        tree = {"rule": "linear", "uses": [0], "parts": [[{"sum": [[0, "1"]]}, *steps]]}
        shown(claim("False", "3 > 0"), tree)
    assert refused.value.reason is Reason.OUT_OF_BUDGET


def tower(height: int) -> Expr:
    found: Expr = Int(2)
    for _ in range(height):
        found = node(Head.POW, found, Int(12))
    return found


def test_a_power_of_powers_is_no_polynomial_where_it_is_too_large() -> None:
    assert polynomial(tower(4)) == {frozenset(): 2**12**4}
    with pytest.raises(CheckFailed) as refused:
        polynomial(tower(5))
    assert refused.value.reason is Reason.OUT_OF_BUDGET
    assert polynomial(parse("2**12", SCOPE)) == {frozenset(): 4096}


@pytest.mark.parametrize("height", [3, 4, 5, 9, 25])
def test_a_step_with_a_power_of_powers_is_judged_or_left_open(height: int) -> None:
    power = "2"
    for _ in range(height):
        power = f"({power})**12"
    made = {
        "formal": 1,
        "id": "one",
        "problem": "x is a number.",
        "steps_text": [f"It is {power}."],
        "vars": {"x": {"type": "real", "means": "a number"}},
        "facts": [],
        "asks": [],
        "steps": [[{"role": "claim", "quote": f"It is {power}", "expr": f"x < {power} + abs(x)"}]],
    }
    [found] = verify_formal((), given=[read_chain(made)])
    assert found.steps[0].correct is not False and not found.contradictions


@pytest.mark.parametrize(
    ("checker", "data"), [("evaluate", {"tree": VALUES}), ("structure", [VALUES]), ("structure", None)]
)
def test_the_proof_of_another_checker_and_one_without_data_are_refused(checker: str, data: Any) -> None:
    with pytest.raises(CheckFailed):
        StructureChecker(checker_of).check(claim("1 < 2"), Proof(checker, Shows.TRUE, data))


@pytest.mark.parametrize("name", ["evaluate", "canonical", "balls"])
def test_a_checker_of_leaves_checks_no_proof_that_names_another(name: str) -> None:
    two = relate(Head.EQ, Int(2), Int(2))
    for other in [*sorted(REGISTRY.keys() - {name}), "", name.upper()]:
        with pytest.raises(CheckFailed):
            checker_of(name).check(two, Proof(other, Shows.TRUE, {}))
    assert checker_of("evaluate").check(two, Proof("evaluate", Shows.TRUE, {})).claim is two
