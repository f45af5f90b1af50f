"""Records hold what was judged, and no record is believed: what its proofs do not show is found."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from verifier.judging.codec import claim_from_json, claim_to_json
from verifier.judging.judgement import JudgedChain
from verifier.judging.recheck import recheck
from verifier.judging.record import error_record, line, record

STEP_KEYS = ["index", "text", "kind", "correct", "reason", "score", "checked", "claims", "unread"]
CLAIM_KEYS = ["id", "text", "span", "role", "verdict", "reason", "engine", "rests_on", "assumes", "certificate"]
CHAIN_KEYS = [
    "schema",
    "id",
    "problem",
    "steps",
    "first_error",
    "first_error_kind",
    "scores",
    "judged_share",
    "versions",
]


@pytest.fixture
def stored(judged: JudgedChain) -> Any:
    """The record of the chain built by hand, as it comes back from a file."""
    return json.loads(line(record(judged)))


def wrongs(*records: Any) -> list[str]:
    return [finding.wrong for finding in recheck(records) if finding.wrong]


def test_a_record_has_the_keys_of_the_schema_in_order(stored: Any) -> None:
    assert list(stored) == CHAIN_KEYS
    assert all(list(step) == STEP_KEYS for step in stored["steps"])
    assert all(list(claim) == CLAIM_KEYS for step in stored["steps"] for claim in step["claims"])


def test_a_record_says_what_was_judged(stored: Any) -> None:
    assert (stored["schema"], stored["id"], stored["first_error"], stored["first_error_kind"]) == (
        1,
        "by-hand",
        1,
        "settled",
    )
    assert [step["correct"] for step in stored["steps"]] == [True, False, False, None]
    assert stored["judged_share"] == 0.75
    assert stored["steps"][3]["checked"] == {
        "claims": 1,
        "proved": 1,
        "refuted": 0,
        "unknown": 0,
        "unread_share": 0.8519,
    }
    assert stored["steps"][2]["claims"][0]["certificate"]["notes"] == {"left": "9", "right": "5", "point": {"x": "2"}}


def test_the_same_judgement_gives_the_same_line(judged: JudgedChain) -> None:
    assert line(record(judged)) == line(record(judged))


def test_spans_are_code_points_into_the_step(stored: Any) -> None:
    for step in stored["steps"]:
        for claim in step["claims"]:
            assert step["text"][slice(*claim["span"])] == claim["text"]


def test_a_line_is_ascii_whatever_the_text_holds() -> None:
    text = line(error_record("lone \ud800, bidi \u202e, control \x1b[31m, wide 漢"))
    assert text.isascii() and text.isprintable()
    assert json.loads(text)["error"].startswith("lone \ud800")


def test_a_claim_comes_back_from_json_as_it_was(judged: JudgedChain) -> None:
    claims = [claim.claim for step in judged.steps for claim in step.claims]
    assert [claim_from_json(json.loads(json.dumps(claim_to_json(c)))) for c in claims if c] == claims


def test_recheck_admits_every_certificate_of_an_honest_record(stored: Any) -> None:
    findings = list(recheck([stored]))
    assert [finding.wrong for finding in findings] == [None] * 4
    assert findings[0].where == "record 1, step 0, claim s0c0"


def test_recheck_names_the_record_that_is_wrong(stored: Any) -> None:
    bad = copy.deepcopy(stored)
    bad["first_error"] = 2
    findings = [finding for finding in recheck([stored, bad, stored]) if finding.wrong]
    assert [finding.where for finding in findings] == ["record 2"]


def certificate(data: Any, step: int) -> Any:
    return data["steps"][step]["claims"][0]["certificate"]


def put(*path: Any, value: Any) -> Callable[[Any], None]:
    """Return a change that puts ``value`` at ``path``."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


CLAIM = ("steps", 1, "claims", 0)
PROOF = (*CLAIM, "certificate", "proof")
HOPEFUL = {"kind": "settled", "correct": True, "reason": None, "claims": [], "unread": []}

FORGERIES = {
    "a verdict turned round": (put(*CLAIM, "verdict", value="proved"), "verdict: says"),
    "a proof turned round": (put(*PROOF, "shows", value="true"), "does not hold"),
    "a verdict and its proof turned round": (
        lambda d: (put(*CLAIM, "verdict", value="proved")(d), put(*PROOF, "shows", value="true")(d)),
        "does not hold",
    ),
    "a step said to be right": (put("steps", 1, "correct", value=True), "settled correct, but"),
    "a step said to be wrong": (put("steps", 0, "correct", value=False), "settled incorrect, but"),
    "a checked step said to be right": (
        lambda d: d["steps"][3].update(kind="settled", correct=True, reason=None),
        "but",
    ),
    "a step said to be right with no claims": (lambda d: d["steps"][1].update(HOPEFUL), "settled correct, but"),
    "a certificate of another claim": (
        lambda d: d["steps"][1]["claims"][0].update(verdict="proved", certificate=certificate(d, 0)),
        "settled incorrect, but",
    ),
    "a note that the checker did not write": (put(*CLAIM, "certificate", "notes", "left", value="43"), "notes"),
    "an axiom left out": (put(*CLAIM, "certificate", "axioms", value=["choice"]), "axioms"),
    "an unknown checker": (put(*PROOF, "checker", value="trust me"), "no checker is called 'trust me'"),
    "a count that is off": (put("steps", 0, "checked", "proved", value=2), "checked.proved"),
    "no first error": (put("first_error", value=-1), "first_error: says -1"),
    "an inflated share": (put("judged_share", value=1.0), "judged_share"),
    "text that is not at the span": (put(*CLAIM, "text", value="6 * 7 = 42"), "its text is not what stands"),
    "a span outside the step": (put(*CLAIM, "span", value=[0, 999]), "expected a span"),
    "a premise that is not admitted to": (put("steps", 3, "claims", 0, "rests_on", value=[]), "rests on p0"),
    "a premise that an earlier claim does not say": (
        lambda d: (
            put("steps", 3, "claims", 0, "rests_on", value=["s0c0"])(d),
            put("steps", 3, "claims", 0, "certificate", "claim", "premises", 0, 0, value="s0c0")(d),
        ),
        "is not what that claim says",
    ),
    "an id used twice": (put(*CLAIM, "id", value="s0c0"), "that no earlier claim has"),
    "a counterexample that is none": (
        put("steps", 2, "claims", 0, "certificate", "proof", "data", "point", value={"x": "0"}),
        "does not hold",
    ),
    "an open-ended certificate": (put(*CLAIM, "certificate", value={}), "not a certificate"),
    "a term from nowhere": (put(*CLAIM, "certificate", "claim", "left", value=["shell", "rm"]), "not a term"),
    "a role from nowhere": (put(*CLAIM, "role", value="approved"), '"role" as one of'),
    "another schema": (put("schema", value=2), 'expected "schema" 1'),
    "an extra key": (put("approved", value=True), "approved: expected no such key"),
    "a step missing its text": (lambda d: d["steps"][0].pop("text"), '"text" as a string'),
    "no steps": (put("steps", value=[]), "at least one step"),
    "a true that stands for one": (put("schema", value=True), '"schema" as a number'),
    "an alarm": (put(*CLAIM, "contradiction", value=[]), "both proved and refuted"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_recheck_refuses(name: str, stored: Any) -> None:
    change, expected = FORGERIES[name]
    change(stored)
    assert any(expected in wrong for wrong in wrongs(stored)), wrongs(stored)


@pytest.mark.parametrize(
    "data", [None, 3, "text", [], {}, {"schema": 1}, {"schema": 1, "steps": {}}, {"schema": 1, "steps": [3]}]
)
def test_recheck_says_what_it_expected_of_something_else(data: Any) -> None:
    assert "expected" in wrongs(data)[0]


def test_a_record_of_bad_input_claims_nothing() -> None:
    assert list(recheck([error_record("f:1: expected JSON")])) == []
