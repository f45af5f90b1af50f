"""``verifier prove-chain`` by translations: the theorem of each, what its answer rests on, and forged records."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run, lines

import verifier
from verifier.judging.decide import formal_judge
from verifier.language.read_chain import read_chain
from verifier.pipeline.verify import verify_formal
from verifier.records.recheck import recheck
from verifier.whole.formal.prove import FormalWhole, formal_whole
from verifier.whole.formal.recheck import record

FOLDER = Path(__file__).parents[2] / "examples" / "formal"
FIRST, SECOND = str(FOLDER / "bakery.json"), str(FOLDER / "bakery_agreeing.json")
PENS: dict[str, Any] = {
    "formal": 1,
    "id": "pens",
    "problem": "Ann has 4 pens and buys 3 more. A pen costs 2 dollars. What are her pens worth?",
    "steps_text": ["She buys 3 pens.", "She has 4 + 3 = 7 pens.", "They are worth 7 * 2 = 14 dollars."],
    "vars": {
        "pens": {"type": "count", "means": "pens that Ann has in the end"},
        "worth": {"type": "real", "means": "what they are worth"},
    },
    "facts": [
        {"id": "p0", "kind": "given", "quote": "Ann has 4 pens and buys 3 more", "expr": "pens == 4 + 3"},
        {"id": "p1", "kind": "given", "quote": "A pen costs 2 dollars", "expr": "worth == 2*pens"},
    ],
    "asks": ["worth"],
    "steps": [
        [{"role": "claim", "quote": "3 pens", "expr": "3 == 3"}],
        [{"role": "claim", "quote": "She has 4 + 3 = 7 pens", "expr": ["4 + 3 == 7", "pens == 7"]}],
        [
            {"role": "claim", "quote": "7 * 2 = 14", "expr": ["7*2 == 14", "worth == 14"]},
            {"role": "answer", "quote": "14 dollars", "expr": "14"},
        ],
    ],
}


def whole(row: dict[str, Any], *, given: bool = True) -> FormalWhole:
    chain = read_chain(row)
    [judged] = verify_formal(() if given else chain, given=chain if given else ())
    return formal_whole(judged, formal_judge())


def test_a_chain_judged_with_translations_is_proved_from_python() -> None:
    judged = verifier.verify(PENS["problem"], PENS["steps_text"], given=PENS, lean="off")
    found = verifier.prove_chain(judged)
    assert found.status == "proved" and found.to_dict() == json.loads(found.to_json())
    assert "if pens = 4 + 3 and worth = 2·pens, then" in str(found) and "<table" in found._repr_html_()
    assert [one for one in recheck([found.to_dict()]) if one.wrong] == []


def test_the_answer_is_entailed_by_the_facts_alone() -> None:
    found = whole(PENS)
    [theorem] = found.theorems
    assert (found.status, found.wrong, found.unused) == ("proved", False, (0, 1))
    assert [premise.id for premise in theorem.claim.premises] == ["p0", "p1"] and theorem.certificate is not None
    assert whole(PENS, given=False).reading is None


def test_a_wrong_answer_is_refuted_and_settled_only_by_a_reading_that_settles() -> None:
    row = copy.deepcopy(PENS)
    row["steps"][2] = [{"role": "answer", "quote": "14 dollars", "expr": "15"}]
    assert whole(row).wrong and whole(row).status == "refuted"
    assert whole(row, given=False).status == "refuted" and not whole(row, given=False).wrong


def test_errors_that_cancel_are_told() -> None:
    row = copy.deepcopy(PENS)
    row["steps"][1][0]["expr"] = ["pens == 8"]
    found = whole(row)
    assert (found.status, found.compensating, found.wrong) == ("proved", (1,), True)


@pytest.mark.parametrize(
    ("change", "why"), [({"asks": []}, "nothing is asked"), ({"steps": [[], [], []]}, "no answer")]
)
def test_without_an_answer_or_a_question_there_is_no_theorem(change: dict[str, Any], why: str) -> None:
    found = whole({**PENS, **change})
    assert found.status == "no theorem" and why in found.why


def wrong(data: dict[str, Any]) -> list[str]:
    return [str(one) for one in recheck([data], read_again=True) if one.wrong]


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "status": lambda data: data["whole"].update(status="refuted"),
    "reading": lambda data: data["whole"].update(reading="exact"),
    "says": lambda data: data["whole"]["theorems"][0].update(says="worth == 15"),
    "certificate": lambda data: data["whole"]["theorems"][0].update(certificate=None),
    "proof": lambda data: data["whole"]["theorems"][0]["certificate"]["proof"]["data"].update(tree={}),
    "fact": lambda data: data["translations"][0]["chain"]["facts"][1].update(expr="worth == 3*pens"),
    "theorems": lambda data: data["whole"].update(theorems=[]),
    "no list": lambda data: data["whole"].update(theorems=3),
    "schema": lambda data: data.update(schema=2),
    "steps": lambda data: data.update(steps=None),
}


def test_a_record_passes_recheck() -> None:
    assert wrong(json.loads(json.dumps(record(whole(PENS))))) == []


@pytest.mark.parametrize("forged", FORGED)
def test_a_record_that_says_more_than_its_proofs_does_not_recheck(forged: str) -> None:
    data = json.loads(json.dumps(record(whole(PENS))))
    FORGED[forged](data)
    assert wrong(data)


def test_the_command_prints_theorems_and_records_that_recheck_takes(command: Run, tmp_path: Path) -> None:
    shown = command("prove-chain", "--given", FIRST, env={"COLUMNS": "120"})
    assert shown.returncode == 1 and "then taken = 324" in shown.stdout and "✗ refuted, as given" in shown.stdout
    asked = (FIRST, "--formal", SECOND, "--trust", "agreeing", "--format", "json")
    done = command("prove-chain", *asked)
    [row] = lines(done.stdout)
    assert (done.returncode, row["whole"]["status"], len(row["whole"]["theorems"])) == (1, "refuted", 2)
    again = command("recheck", "-", stdin=done.stdout)
    assert again.returncode == 0 and "certificates hold" in again.stdout
    evidence = command("prove-chain", FIRST)
    assert evidence.returncode == 0 and "under this reading" in evidence.stdout
    assert command("prove-chain", FIRST, "--fail-on", "unproved").returncode == 1
    assert command("prove-chain", FIRST, "--lean", "require").returncode == 2
    assert command("prove-chain").returncode == 2


def test_the_guide_shows_what_the_command_prints(command: Run) -> None:
    page = FOLDER.parents[1] / "verifier" / "docs" / "guides" / "prove-chain.md"
    shown = page.read_text("utf-8").split("```text\n")[1].split("```")[0]
    assert shown in command("prove-chain", "--given", FIRST, env={"COLUMNS": "80"}).stdout
