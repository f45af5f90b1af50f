"""The smallest repair: golden cases written from mathematics (``repairs.jsonl``), and what must hold of any repair.

A case: ``{"name", "problem", "steps", "after", "state", "why"}``, and where they matter ``ties`` (what the first mended
step might as well be, at the same cost) and ``answer`` (whether the final answer is the same).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import verifier
from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.repairing.edits import Edit, edited
from verifier.repairing.recheck import OWN_WORD
from verifier.repairing.record import repair_record
from verifier.repairing.repair import Repaired, repair

CASES = [json.loads(line) for line in Path(__file__).with_name("repairs.jsonl").read_text("utf-8").splitlines()]
Case = dict[str, Any]


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """One judge for all cases, without Lean."""
    with Judge(lean="off") as warm:
        yield warm


def texts(done: Repaired) -> list[str]:
    return [step.text for step in (done.after or done.judged).steps]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_repair_is_the_one_that_mathematics_gives(case: Case, judge: Judge) -> None:
    done = repair(Chain.of(case["problem"], case["steps"]), judge=judge)
    assert (texts(done), done.state) == (case["after"], case["state"]), case["why"]
    if "ties" in case:
        first = done.mends[0]
        assert {edited(first.text, tie) for tie in first.ties} == set(case["ties"])
    if "answer" in case:
        assert done.answers.same == case["answer"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_is_mended_is_proved_and_its_record_rechecks(case: Case, judge: Judge) -> None:
    done = repair(Chain.of(case["problem"], case["steps"]), judge=judge)
    if done.after is not None:
        assert not any(claim.state == "refuted" for step in done.after.steps for claim in step.claims)
        mended = {one.step for one in done.mends}
        assert mended and all(done.after.steps[index].checked for index in mended)
    data = json.loads(json.dumps(repair_record(done)))
    found = list(verifier.recheck([data], read_again=True))
    assert [str(one) for one in found if one.wrong] == []
    assert case["state"] == "nothing to repair" or any("as repaired" in one.where for one in found)


def test_the_same_chain_has_the_same_repair(judge: Judge) -> None:
    chain = Chain.of(CASES[3]["problem"], CASES[3]["steps"])
    with Judge(lean="off") as other:
        assert json.dumps(repair_record(repair(chain, judge=judge))) == json.dumps(
            repair_record(repair(chain, judge=other))
        )


def test_a_judge_is_made_where_none_is_given() -> None:
    assert verifier.repair(Chain.of("", ["So 2 + 2 = 5."])).state == "repaired"


STUBBORN = "So $2^{1/2} + 3^{1/2} + 5^{1/2} = 7^{1/3} + 11^{1/3} + 13^{1/3}$."


@pytest.mark.parametrize("step", [STUBBORN, "So $\\sqrt{2} + \\sqrt{3} = \\sqrt{5}$."])
def test_what_cannot_be_repaired_is_said_with_the_reason(step: str, judge: Judge) -> None:
    done = repair(Chain.of("", [step]), judge=judge)
    assert done.judged.steps[0].correct is False
    assert (done.state, done.after, done.mends) == ("not repaired", None, ())
    assert done.stuck[0].why == "no edit that was tried makes it proved"


def test_what_can_be_repaired_is_although_something_else_cannot(judge: Judge) -> None:
    done = repair(Chain.of("", ["So 2 + 2 = 5.", STUBBORN]), judge=judge)
    assert done.state == "in part" and [one.step for one in done.stuck] == [1]
    assert texts(done) == ["So 2 + 2 = 4.", STUBBORN]


@pytest.mark.parametrize("spoil", [
    {"state": "in part"},
    {"state": "all is well"},
    {"after": "the record"},
    {"mends": None},
    {"mends": [3]},
    {"answers": 5},
    {"mends": []},
    {"carries": [0, 1]},
    {"answers": {"before": "999", "after": "4", "same": "equal", "reference": None}},
])  # fmt: skip
def test_a_record_whose_repair_does_not_fit_is_refused(spoil: dict[str, Any], judge: Judge) -> None:
    data = json.loads(json.dumps(repair_record(repair(Chain.of("", ["So 2 + 2 = 5."]), judge=judge))))
    assert not [one for one in verifier.recheck([data], read_again=True) if one.wrong]
    data["repair"] |= spoil
    assert [one for one in verifier.recheck([data], read_again=True) if one.wrong]


def test_a_repair_that_its_proofs_do_not_show_is_refused(judge: Judge) -> None:
    data = json.loads(json.dumps(repair_record(repair(Chain.of("", ["So 2 + 2 = 5."]), judge=judge))))
    data["repair"]["after"]["steps"][0]["text"] = "So 2 + 3 = 4."
    assert any("as repaired" in one.where for one in verifier.recheck([data], read_again=True) if one.wrong)
    data["repair"]["after"]["problem"] = "Another."
    assert any("the same problem" in str(one) for one in verifier.recheck([data], read_again=True) if one.wrong)


def test_a_repair_is_of_the_steps_in_which_the_chains_differ(judge: Judge) -> None:
    data = json.loads(json.dumps(repair_record(repair(Chain.of("", ["So 2 + 2 = 5.", "3 = 3."]), judge=judge))))
    assert [one.remark for one in verifier.recheck([data], read_again=True) if one.remark] == [OWN_WORD]
    data["repair"]["after"] = json.loads(json.dumps(verifier.record(judge(Chain.of("", ["1 = 1.", "2 = 2."])))))
    assert any(
        "the chains differ in [0, 1]" in str(one) for one in verifier.recheck([data], read_again=True) if one.wrong
    )


@pytest.mark.parametrize("steps", [None, 3, [3], [{}], [{"text": 3}]])
def test_a_repair_of_what_is_no_chain_is_a_finding_and_no_crash(steps: Any, judge: Judge) -> None:
    data = json.loads(json.dumps(repair_record(repair(Chain.of("", ["3 = 3."]), judge=judge))))
    assert not [one for one in verifier.recheck([data], read_again=True) if one.wrong]
    assert [one for one in verifier.recheck([{**data, "steps": steps}], read_again=True) if one.wrong]
    bad = {"schema": 3, "id": None, "error": "no steps", "repair": data["repair"]}
    assert [one for one in verifier.recheck([bad], read_again=True) if one.wrong]


def test_a_number_is_not_carried_into_what_would_be_false_then(judge: Judge) -> None:
    unclear = "Then 43 + 6 = 49.\u202e"  # read, and not decided
    done = repair(Chain.of("", ["So 17 + 25 = 43.", unclear]), judge=judge)
    assert (texts(done), done.state) == (["So 17 + 25 = 42.", unclear], "in part")
    assert done.stuck[0].why == "what changed before could not be carried into it"


def test_edits_are_made_from_the_right_so_that_places_hold() -> None:
    made = [Edit(3, "2", "20", "number"), Edit(7, "3", "", "sign"), Edit(0, "", "-", "sign")]
    assert edited("So 2 + 3", made) == "-So 20 + "
