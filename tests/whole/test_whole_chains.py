"""Golden chains as wholes, written from mathematics: ``chains.jsonl`` holds a case a line, ``{"name", "problem",
"steps", "answer"?, "expect", "why"}``. What ``expect`` names must come out so; what it does not name is not looked at.
``fails``, ``leaps``, ``conflicts`` and ``compensating`` are steps, ``findings`` the kinds found of the whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.records.views.show import show_term
from verifier.whole.findings import Kind
from verifier.whole.prove import ChainProver
from verifier.whole.whole import WholeChain

LINES = Path(__file__).with_name("chains.jsonl").read_text("utf-8").splitlines()
CASES: list[dict[str, Any]] = [json.loads(line) for line in LINES]


def came_out(whole: WholeChain) -> dict[str, Any]:
    theorem = whole.theorem
    goal = None if theorem is None else theorem.goal
    laid = {hypothesis.premise.id: hypothesis.text for hypothesis in whole.hypotheses}
    return {
        "status": whole.status,
        "lack": whole.lack,
        "says": goal and f"{show_term(goal.left)} = {show_term(goal.right)}",
        "from": theorem and [laid[premise.id] for premise in theorem.claim.premises if premise.id in laid],
        "hypotheses": list(laid.values()),
        "asked": goal and goal.asked,
        "numbers": {source.text: source.origin for source in goal.sources} if goal else {},
        "haves": sorted(whole.haves),
        "by_steps": whole.by_steps,
        "fails": [finding.step for finding in whole.of(Kind.FAILS)],
        "leaps": [finding.step for finding in whole.of(Kind.LEAP)],
        "conflicts": [finding.step for finding in whole.of(Kind.CONFLICT)],
        "compensating": [finding.step for finding in whole.compensating],
        "assumed": [finding.claim for finding in whole.assumed],
        "unneeded": list(whole.unneeded),
        "incoherent": whole.incoherent,
        "locally_right": whole.locally_right,
        "wrong": whole.wrong,
        "findings": [f.kind for f in whole.findings if f.claim is None and f.kind is not Kind.CONTRADICTED],
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_chain_comes_out_as_mathematics_has_it(case: dict[str, Any], prover: ChainProver) -> None:
    assert case["why"] and case["expect"]
    whole = prover(Chain.of(case["problem"], case["steps"], None, case.get("answer")))
    found = came_out(whole)
    numbers = case["expect"].pop("numbers", {})
    assert {key: found[key] for key in case["expect"]} == case["expect"]
    assert {key: found["numbers"].get(key) for key in numbers} == numbers


def test_every_case_has_a_name_of_its_own() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES)
