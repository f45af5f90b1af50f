"""Records of formal chains in another shape are refused with what was expected, and no stored proof is believed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Letter, Type
from verifier.kernel.verdict import Reason, Unknown
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope
from verifier.pipeline.verify import verify_formal
from verifier.records.codec import claim_spelled, digest
from verifier.records.recheck import recheck
from verifier.records.record import record as formal_record
from verifier.records.stored_proofs import StoredFormulaProofs

FIRST = Path(__file__).parents[3] / "examples" / "formal" / "bakery.json"


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    [found] = verify_formal((), given=FIRST)
    made: dict[str, Any] = json.loads(json.dumps(formal_record(found)))
    return made


def faults(data: Any) -> list[str]:
    return [one.wrong for one in recheck([data]) if one.wrong is not None]


def test_the_record_holds_and_each_certificate_is_made_again(record: dict[str, Any]) -> None:
    rows = [row for step in record["translations"][0]["steps"] for row in step["decisions"]]
    found = list(recheck([record]))
    assert [one for one in found if one.wrong or one.alarm] == []
    formal = [one for one in found if "statement" in one.where and one.certificate is not None]
    assert len(formal) == sum(row["certificate"] is not None for row in rows) > 3


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"schema": 2}, '"schema": 3'),
        ({"schema": None}, '"schema": 3'),
        ({"steps": None}, '"steps" as a list of strings'),
        ({"steps": {}}, '"steps" as a list of strings'),
        ({"steps": ["one"]}, '"claims" as a list of objects'),
        ({"translations": None}, '"translations" as a list of objects'),
        ({"translations": ["one"]}, '"translations" as a list of objects'),
        ({"translations": [{}]}, '"translations" as a list of objects'),
        ({"translations": [{"chain": {}}]}, "translation 0"),
        ({"id": 3}, "id"),
        ({"id": ["c"]}, '"id"'),
        ({"answer": 3}, "final_answer: expected this key"),
        ({"answer": True}, "final_answer: expected this key"),
        ({"problem": 3}, ""),
        ({"trust": "everybody"}, '"trust"'),
        ({"trust": None}, '"trust"'),
    ],
)
def test_what_is_no_record_is_refused_with_what_was_expected(
    record: dict[str, Any], changed: dict[str, Any], why: str
) -> None:
    found = faults({**record, **changed})
    assert any(why in one for one in found)


@pytest.mark.parametrize("decisions", [None, {}, "s0.0.0", ["s0.0.0"], [None]])
def test_decisions_are_a_list_of_objects(record: dict[str, Any], decisions: Any) -> None:
    data = copy.deepcopy(record)
    data["translations"][0]["steps"][0]["decisions"] = decisions
    [only] = faults(data)
    assert '"decisions" as a list of objects' in only
    data["translations"][0]["steps"][0] = decisions
    assert any('"decisions" as a list of objects' in one for one in faults(data))


SCOPE = Scope({name: Declared(Type.REAL) for name in "xy"})
FACT = Hypothesis("p0", Standing.FACT, formula("x == 3", SCOPE))
OTHER = Hypothesis("p1", Standing.FACT, formula("y == 4", SCOPE))
TREE = {"rule": "leaf", "checker": "evaluate", "data": {"pins": [0]}, "uses": [0]}


def asked(text: str = "x == 3", *premises: Hypothesis) -> Claim:
    return claim_of(formula(text, SCOPE), [Letter(name, Type.REAL) for name in "xy"], premises or (FACT, OTHER))


def row(claim: Claim, **more: Any) -> dict[str, Any]:
    spelled = claim_spelled(asked("x == 3", FACT))
    proof = {"checker": "structure", "shows": "true", "data": {"tree": TREE}}
    return {"asked": _digest(claim), "certificate": {"claim": spelled, "proof": {**proof, **more}}}


def _digest(claim: Claim) -> str:
    return digest(claim_spelled(claim))


class Own:
    """An engine that says that it was asked."""

    name = "own"

    def propose(self, claim: Claim) -> Any:
        return iter([Unknown(Reason.NO_ENGINE, "asked")])


def offered(rows: list[dict[str, Any]], claim: Claim) -> list[Any]:
    return list(StoredFormulaProofs(rows, Own()).propose(claim))


def test_a_stored_proof_is_offered_under_the_premises_that_it_names() -> None:
    claim = asked()
    [one] = offered([row(claim)], claim)
    assert one.claim.premises == (FACT,) and one.claim.formula == claim.formula and one.proof.data == {"tree": TREE}
    [first, second] = offered([row(claim), row(claim, shows="false")], claim)
    assert (first.proof.shows.value, second.proof.shows.value) == ("true", "false")
    for rows in ([], [row(asked("x == 4"))], [{"asked": 3}], [{}]):
        assert [found.detail for found in offered(rows, claim)] == ["asked"]


@pytest.mark.parametrize(
    "certificate",
    [
        {},
        {"claim": {}},
        "proof",
        {"claim": {"premises": []}, "proof": {}},
        {"claim": {"premises": 3}, "proof": {"data": {}, "checker": "structure", "shows": "true"}},
        *(
            {"claim": {"premises": []}, "proof": {"data": {}, "checker": "structure", "shows": "true", **wrong}}
            for wrong in ({"data": []}, {"checker": "evaluate"}, {"shows": "maybe"}, {"data": None}, {"shows": None})
        ),
    ],
    ids=str,
)
def test_what_is_no_certificate_is_offered_to_nobody(certificate: Any) -> None:
    claim = asked()
    [one] = offered([{**row(claim), "certificate": certificate}], claim)
    assert isinstance(one, Unknown) and one.reason is Reason.OUT_OF_SCOPE and "not a certificate" in one.detail


def test_a_certificate_is_of_the_claim_under_premises_that_stand_before_it() -> None:
    claim = asked("x == 3", OTHER)
    [one] = offered([row(claim)], claim)
    assert isinstance(one, Unknown) and one.reason is Reason.NOT_ENTAILED and "premises" in one.detail
    twice = {**row(asked()), "asked": _digest(asked())}
    twice["certificate"]["claim"]["premises"] *= 2
    [one] = offered([twice], asked())
    assert isinstance(one, Unknown) and "premises" in one.detail
    other = row(asked())
    other["certificate"]["claim"]["formula"] = "x == 4"
    [one] = offered([other], asked())
    assert isinstance(one, Unknown) and one.reason is Reason.NOT_ENTAILED and "another claim" in one.detail


@pytest.mark.parametrize(
    "why",
    [{"reason": "ROUNDED", "detail": "so"}, {"reason": "MADE_UP", "detail": 3}, {}],
)
def test_a_claim_without_a_stored_proof_is_put_to_the_prover(why: dict[str, Any]) -> None:
    claim = asked()
    [one] = offered([{"asked": _digest(claim), "certificate": None, **why}], claim)
    assert one.detail == "asked"
