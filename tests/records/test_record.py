"""Records hold what was judged, and no record is believed: what its proofs do not show is found."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from verifier.chain import Chain
from verifier.engines.candidate import Candidate, Engine
from verifier.engines.formulas.leaves import found_model
from verifier.intake.bad import Bad
from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Reason, Unknown
from verifier.language.expressions.spell import spell
from verifier.pipeline.judge import Judge
from verifier.pipeline.verify import verify
from verifier.records.codec import claim_from_json, claim_to_json
from verifier.records.recheck import NO_CHAIN, recheck
from verifier.records.record import error_record, line, record

STEP_KEYS = [
    "index",
    "text",
    "kind",
    "correct",
    "reason",
    "score",
    "adds",
    "checked",
    "unread_share",
    "claims",
    "findings",
    "unread",
]
CLAIM_KEYS = [
    "id",
    "text",
    "span",
    "role",
    "verdict",
    "reason",
    "engine",
    "asked",
    "rests_on",
    "assumes",
    "certificate",
]
CHAIN_KEYS = [
    "schema",
    "id",
    "problem",
    "answer",
    "steps",
    "reading",
    "first_error",
    "first_error_kind",
    "scores",
    "judged_share",
    "findings",
    "alarm",
    "versions",
]


@pytest.fixture
def written(judged: JudgedChain) -> Any:
    """The record of the chain built by hand, as it comes back from a file."""
    return json.loads(line(record(judged)))


@pytest.fixture
def stored() -> Any:
    """The record of a chain that was really judged."""
    steps = (
        "So 6 * 7 = 42.",
        "Then 6 * 7 = 43.",
        "So 3 * 3 = 9 = 10.",
        "Easy to see, my friends: 2 + 2 = 4, surely.",
        "No claim is here, but 1234.",
        "So y = 8.",
        "Therefore y + 1 = 9.",
    )
    return json.loads(line(record(verify("What is six times seven?", steps, lean="off"))))


def wrongs(*records: Any) -> list[str]:
    return [finding.wrong for finding in recheck(records, read_again=True) if finding.wrong]


def test_a_record_has_the_keys_of_the_schema_in_order(written: Any) -> None:
    assert list(written) == CHAIN_KEYS
    assert all(list(step) == STEP_KEYS for step in written["steps"])
    assert all(list(claim) == CLAIM_KEYS for step in written["steps"] for claim in step["claims"])


def test_a_record_says_what_was_judged(written: Any) -> None:
    assert (written["schema"], written["id"], written["first_error"], written["first_error_kind"]) == (
        3,
        "by-hand",
        1,
        "settled",
    )
    assert [step["correct"] for step in written["steps"]] == [True, False, False, None]
    assert written["judged_share"] == 1.0  # settled or checked
    assert (written["steps"][3]["checked"], len(written["steps"][3]["claims"])) == (True, 1)
    assert written["steps"][2]["claims"][0]["certificate"]["notes"] == {"left": "9", "right": "5", "point": {"x": "2"}}


def test_the_same_judgement_gives_the_same_line(judged: JudgedChain) -> None:
    assert line(record(judged)) == line(record(judged))


def test_spans_are_code_points_into_the_step(written: Any) -> None:
    for step in written["steps"]:
        for claim in step["claims"]:
            assert step["text"][slice(*claim["span"])] == claim["text"]


def test_a_line_is_ascii_whatever_the_text_holds() -> None:
    text = line(error_record(Bad("f", "lone \ud800, bidi \u202e, control \x1b[31m, wide 漢")))
    assert text.isascii() and text.isprintable()
    assert json.loads(text)["error"].startswith("f: lone \ud800")


def test_a_claim_comes_back_from_json_as_it_was(judged: JudgedChain) -> None:
    claims = [claim.claim for step in judged.steps for claim in step.claims]
    assert [claim_from_json(json.loads(json.dumps(claim_to_json(c)))) for c in claims if c] == claims


def test_recheck_admits_every_certificate_of_an_honest_record(stored: Any) -> None:
    findings = list(recheck([stored], read_again=True))
    assert [finding.wrong for finding in findings] == [None] * 6
    assert findings[0].where == "record 1, step 0, claim s0.c0"


def test_recheck_finds_for_each_place_the_proof_that_stands_there() -> None:
    steps = ["x = 3 + y.", "y = 2.", "So x = 5.", "Then x = 5.", "Hence x = 5."]
    written = record(verify("A puzzle.", steps, lean="off"))
    assert written["steps"][2]["claims"][0]["rests_on"] != written["steps"][3]["claims"][0]["rests_on"]
    assert [str(found) for found in recheck([json.loads(json.dumps(written))]) if found.wrong] == []


def test_recheck_admits_an_inference_on_its_own_hypothesis_alone() -> None:
    judged = verify("Find x.", ["We know that 2x + 3 = 9.", "Subtracting 3 from both sides: 2x = 12."], lean="off")
    data = json.loads(line(record(judged)))
    assert judged.first_error == 1 and wrongs(data) == []
    certificate(data, 1)["claim"]["premises"][0]["standing"] = "fact"
    assert any("its certificate does not hold" in wrong for wrong in wrongs(data))


def test_recheck_says_of_a_record_that_names_another_place_for_a_premise_to_judge_again() -> None:
    steps = ["Let y = 3x + 1.", "We have 2x = 8.", "As 2x = 8, we go on.", "So x = 4."]
    data = json.loads(line(record(verify("Find x.", steps, lean="off"))))
    assert wrongs(data) == [] and data["steps"][3]["claims"][0]["rests_on"] == ["s1.c0"]
    data["steps"][3] = json.loads(json.dumps(data["steps"][3]).replace("s1.0.0", "s0.7.0"))
    assert any("names other places" in wrong and "judge the chain again" in wrong for wrong in wrongs(data))


def test_recheck_names_the_record_that_is_wrong(stored: Any) -> None:
    bad = copy.deepcopy(stored)
    bad["first_error"] = 2
    findings = [finding for finding in recheck([stored, bad, stored], read_again=True) if finding.wrong]
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

FORGERIES = {
    "a verdict turned round": (put(*CLAIM, "verdict", value="proved"), 'verdict: says "proved"'),
    "a proof turned round": (put(*PROOF, "shows", value="true"), "does not hold: the values"),
    "a step said to be right": (put("steps", 1, "correct", value=True), "steps.1.correct: says true"),
    "a step said to be wrong": (put("steps", 0, "correct", value=False), "steps.0.correct: says false"),
    "a checked step said to be right": (
        lambda d: d["steps"][3].update(kind="settled", correct=True, reason=None, unread=[]),
        "steps.3.correct: says true",
    ),
    "a claim left out": (put("steps", 1, "claims", value=[]), "expected the claims ['s1.c0']"),
    "a certificate of another claim": (put(*CLAIM, "certificate", value={}), "not a certificate"),
    "another claim, with its text and its certificate": (
        lambda d: d["steps"][1].update({k: v for k, v in d["steps"][0].items() if k not in ("index", "text")}),
        "expected the claims ['s1.c0']",
    ),
    "another text": (put("steps", 1, "text", value="Then 6 * 7 = 42."), "expected the words of the step"),
    "a note that the checker did not write": (
        put(*CLAIM, "certificate", "notes", "leaves", value=["lean"]),
        "notes.leaves",
    ),
    "an axiom made up": (put(*CLAIM, "certificate", "axioms", value=["choice"]), "axioms"),
    "an unknown checker": (put(*PROOF, "checker", value="trust me"), "names its checker"),
    "a checker that is a list": (put(*PROOF, "checker", value=[]), "names its checker"),
    "a step that says of itself that it is not checked": (put("steps", 0, "checked", value=False), "steps.0.checked"),
    "no first error": (put("first_error", value=-1), "first_error: says -1"),
    "a missing key": (lambda d: d.pop("scores"), "scores: expected this key"),
    "another share": (put("judged_share", value=0.5), "judged_share"),
    "a span elsewhere": (put(*CLAIM, "span", value=[0, 999]), "span"),
    "a role": (put(*CLAIM, "role", value="denied"), "role"),
    "a premise made up": (
        put(*CLAIM, "certificate", "claim", "premises", value=[{"id": "p", "standing": "fact", "formula": "1 == 0"}]),
        "its certificate rests on premises that do not stand before it",
    ),
    "a premise of higher standing": (
        lambda d: d["steps"][6]["claims"][0]["certificate"]["claim"]["premises"][0].update(standing="fact"),
        "its certificate rests on premises that do not stand before it",
    ),
    "an assumption that is not admitted to": (put("steps", 6, "claims", 0, "assumes", value=[]), "assumes"),
    "a term from nowhere": (put(*CLAIM, "certificate", "claim", "formula", value="shell(rm)"), "not declared"),
    "a reason from nowhere": (put("steps", 5, "claims", 0, "reason", value="FINE"), "reason: says"),
    "a higher score": (put("steps", 1, "score", value=1.0), "score: says 1.0"),
    "another schema": (put("schema", value=1), 'with "schema": 3, found "schema": 1; judge the chain again'),
    "an extra key": (put("approved", value=True), "approved: expected no such key"),
    "a step missing its text": (lambda d: d["steps"][0].pop("text"), "expected step 0 (counted from 0) as a string"),
    "no steps": (put("steps", value=[]), "at least one step"),
    "a number that stands for another": (put("schema", value=3.0), "schema: says 3.0"),
    "a finding made up": (
        put("steps", 0, "findings", value=[{"kind": "negative", "text": "odd", "span": [0, 2]}]),
        "steps.0.findings: says",
    ),
    "a finding left out": (put("steps", 4, "findings", value=[]), "steps.4.findings: says"),
    "an addition made up": (put("steps", 2, "adds", value=None), "steps.2.adds: says"),
    "an alarm raised": (put("alarm", value="an odd end"), "alarm: says"),
    "an alarm": (put(*CLAIM, "contradiction", value=[]), "contradiction: expected no such key"),
    "an error beside steps": (put("error", value="f:1: expected JSON"), "error: expected no such key"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_recheck_refuses(name: str, stored: Any) -> None:
    change, expected = FORGERIES[name]
    change(stored)
    assert any(expected in wrong for wrong in wrongs(stored)), wrongs(stored)


@pytest.mark.parametrize(
    "data", [None, 3, "text", [], {}, {"schema": 3}, {"schema": 3, "steps": {}}, {"schema": 3, "steps": [3]}]
)
def test_recheck_says_what_it_expected_of_something_else(data: Any) -> None:
    assert "expected" in wrongs(data)[0]


def test_a_record_of_bad_input_claims_nothing() -> None:
    bad = [error_record(Bad("f:1", "expected JSON")), {"schema": 3, "id": None, "error": "f:1: expected JSON"}]
    assert [(one.wrong, one.remark) for one in recheck(bad)] == [(None, NO_CHAIN)] * 2


@pytest.mark.parametrize("value", ["0", "__import__('os')", "1/0", "9" * 5000, None, {}])
def test_a_stored_counterexample_that_is_none_refutes_nothing(value: Any) -> None:
    data = json.loads(line(record(verify("Solve 2x = 4 for x.", ["So x = 3."], lean="off"))))
    assert wrongs(data) == []
    certificate(data, 0)["proof"]["data"]["model"]["x"] = value
    assert any("does not hold" in wrong for wrong in wrongs(data))


class Forgetful:
    """The prover, without one claim."""

    name: ClassVar[str] = "forgetful"

    def __init__(self, own: Engine) -> None:
        self._own = own

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        if spell(claim.formula) == "14 + 27 == 41":
            yield Unknown(Reason.NOT_ENTAILED)
        else:
            yield from self._own.propose(claim)


def test_a_record_that_hides_a_proof_accuses_nobody_that_the_proof_excuses() -> None:
    chain = Chain.of("Add 14 and 27.", ["So 14 + 27 = 31.", "So 14 + 27 = 41."])
    with Judge("off") as judge:
        honest = judge(chain)
        judge.lineup.use(Forgetful, judge.lineup.runs, found_model)
        forged = judge(chain)
    assert (honest.first_error, forged.first_error) == (None, 0)
    assert wrongs(json.loads(line(record(honest)))) == []
    assert any("steps.1.claims.0.verdict" in wrong for wrong in wrongs(json.loads(line(record(forged)))))


def test_estimates_are_told_as_own_word_and_name_their_model_and_an_error_that_is_likely() -> None:
    class Low:
        name = "low"

        def score(self, chains: Sequence[Chain]) -> list[list[float]]:
            return [[0.4, 0.1][: len(chain.steps)] for chain in chains]

    judged = verify("It is hard.", ["It may be so.", "It may be otherwise."], lean="off", prm=Low())
    data = json.loads(line(record(replace(judged, named=1))))
    assert (data["first_error"], data["first_error_kind"]) == (1, "estimated") and wrongs(data) == []
    assert ["the record's own word" in one.remark for one in recheck([data], read_again=True) if one.remark] == [True]
    assert wrongs({**data, "versions": {key: one for key, one in data["versions"].items() if key != "prm"}})
    assert wrongs({**data, "versions": [1]}) and wrongs({**data, "versions": None})
    assert wrongs({**data, "first_error": True}) and wrongs({**data, "first_error": 2})
    likely = json.loads(line(record(judged)))
    likely["steps"][1]["score"] = likely["steps"][0]["score"] = likely["scores"] = 0.6
    assert wrongs({**likely, "first_error": 1, "first_error_kind": "estimated"})


def test_what_cannot_be_compared_is_a_finding_and_no_crash(stored: Any) -> None:
    deep: list[Any] = []
    for _ in range(800):
        deep = [deep]
    stored["steps"][0]["claims"][0]["certificate"]["proof"]["data"]["extra"] = deep
    assert wrongs(stored)
    assert wrongs({**stored, "first_error": 10**5000})


def test_a_line_of_bad_input_says_what_is_wrong_in_words() -> None:
    good = {"schema": 3, "id": None, "error": "no steps"}
    assert wrongs(good) == []
    for bad in ({"id": ["x"]}, {"error": None}, {"schema": 2}):
        assert wrongs({**good, **bad})
