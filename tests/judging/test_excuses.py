"""A refuted claim either settles its step incorrect or says why it does not: here, in the record, and when it is
checked again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.intake.bad import BadInput
from verifier.judging.judgements.judgement import JudgedChain
from verifier.pipeline.judge import Judge
from verifier.pipeline.verify import verify
from verifier.records.recheck import recheck
from verifier.records.record import line, record
from verifier.records.views.record_view import sheet

TESTS = Path(__file__).parent.parent
SUM, ROOT, PARADOX = "Add 14 and 27.", "Solve 2x + 1 = 11.", "Show that there is no solution."

EXCUSED = [
    (SUM, ["Is 14 + 27 = 31?"], "it is read as a question"),
    (SUM, ["She didn't sell them, so 14 + 27 = 31."], "it is read as denied; the word \"didn't\" was not read"),
    (SUM, ["Suppose that 14 + 27 = 31."], "it is read as a supposition"),
    (SUM, ["Given that 14 + 27 = 31, we go on."], "it is read as given"),
    (SUM, ["Let 14 + 27 = 31."], "it is read as a definition"),
    (SUM, ["The glorping sum 14 + 27 = 31."], "the word 'glorping' was not read"),
    (SUM, ["So 14 + 27 = 31.", "Hold on: 14 + 27 = 41."], "the step or a later one takes something back"),
    (SUM, ["So 14 + 27 = 31. Oops."], "the step or a later one takes something back"),
    (SUM, ["So 14 + 27 = 31.", "So 14 + 27 = 41."], "the chain states it anew, and rightly"),
    (SUM, ["So 14 + 27 = 31.", "This is extraneous."], "the chain rejects it"),
    (ROOT, ["Putting it in: 2*4 + 1 = 11."], "an equation of the text with values put in may fail on purpose"),
    (ROOT, ["x = 4 → 2x + 1 = 8."], "the formula may be a value put to the test"),
    (PARADOX, ["So 5 + 4 = 10 and hence 3 = 8."], "a number is set equal to another: the step may run into a "),
]  # fmt: skip


def judged(problem: str, steps: list[str]) -> JudgedChain:
    return verify(Chain.of(problem, steps), lean="off")


def stored(problem: str, steps: list[str]) -> Any:
    return json.loads(line(record(judged(problem, steps))))


def wrongs(data: Any) -> list[str]:
    return [finding.wrong for finding in recheck([data], read_again=True) if finding.wrong]


@pytest.mark.parametrize(("problem", "steps", "excuse"), EXCUSED, ids=[one[1][-1][:40] for one in EXCUSED])
def test_a_refuted_claim_that_settles_nothing_says_why(problem: str, steps: list[str], excuse: str) -> None:
    chain = judged(problem, steps)
    found = [claim.excuse for step in chain.steps for claim in step.excused]
    assert found and found[0] is not None and found[0].startswith(excuse)
    assert wrongs(json.loads(line(record(chain)))) == []


def test_what_settles_its_step_has_no_excuse() -> None:
    step = judged(SUM, ["So 14 + 27 = 31."]).steps[0]
    assert step.correct is False and step.excused == () and step.claims[0].excuse is None


def test_a_long_list_of_reasons_is_cut() -> None:
    (claim,) = judged(SUM, ["The glorping brindled snarfed quibbly yonked sum 14 + 27 = 31."]).steps[0].excused
    assert claim.excuse == (
        "the word 'glorping' was not read; the word 'brindled' was not read; the word 'snarfed' was not read; "
        "3 more reasons"
    )


def test_every_refuted_claim_of_the_forgeries_settles_its_step_or_says_why_not() -> None:
    tricks = sorted((TESTS / "forgery/chains").glob("*.json"))[::3]
    cases = [chain for path in tricks for chain in json.loads(path.read_text("utf-8"))["chains"]]
    plain = [case for case in cases if all(isinstance(step, str) for step in case["steps"])]
    excuses = 0
    with Judge(lean="off") as judge:
        for case in plain:
            for step in judge(Chain.of(case["problem"], case["steps"])).steps:
                refuted = [claim for claim in step.claims if claim.state == "refuted"]
                assert all(claim.excuse is None for claim in step.claims if claim.state != "refuted")
                settles = any(claim.excuse is None for claim in refuted)
                assert settles == (step.correct is False), case
                excuses += sum(claim.excuse is not None for claim in refuted)
    assert excuses > 5


def test_an_excuse_is_kept_in_the_record_of_its_claim_alone() -> None:
    rows = [step["claims"][0] for step in stored(SUM, ["So 14 + 27 = 41.", "Let 14 + 27 = 31."])["steps"]]
    assert "excuse" not in rows[0] and rows[1]["excuse"] == "it is read as a definition"


def test_recheck_makes_excuses_again_and_misses_one_that_was_left_out() -> None:
    data = stored(SUM, ["So 14 + 27 = 41.", "Let 14 + 27 = 31."])
    changed, made_up, left_out = (json.loads(json.dumps(data)) for _ in range(3))
    changed["steps"][1]["claims"][0]["excuse"] = "a test"
    made_up["steps"][0]["claims"][0]["excuse"] = "a test"
    del left_out["steps"][1]["claims"][0]["excuse"]
    assert any("excuse: says" in wrong for wrong in wrongs(changed))
    assert any("excuse: expected no such key" in wrong for wrong in wrongs(made_up))
    assert any("excuse: expected this key" in wrong for wrong in wrongs(left_out))
    assert wrongs(data) == []


def test_a_page_refuses_an_excuse_that_does_not_fit() -> None:
    data = stored(SUM, ["So 14 + 27 = 41.", "So 13 + 27 = 31."])
    for step, expected in ((0, "proved, with an excuse"), (1, "no claim in it is refuted and held against it")):
        forged = json.loads(json.dumps(data))
        forged["steps"][step]["claims"][0]["excuse"] = "a test"
        with pytest.raises(BadInput, match=expected):
            sheet(forged)
    assert [step["excused"] for step in sheet(data)["steps"]] == [[], []]


def test_a_notebook_shows_what_is_not_held_and_why() -> None:
    shown = judged(SUM, ["Let 14 + 27 = 31."])._repr_html_()
    assert "Look at step 0: 14 + 27 = 31 is refuted, not held against the step: it is read as a definition" in shown
