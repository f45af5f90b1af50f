"""The page on what settles no step and is worth a look: claims that are not held against their steps, other answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.report_pages import HOSTILE, spoilt

from verifier.chain import Chain
from verifier.intake.bad import BadInput
from verifier.pipeline.verify import verify
from verifier.records.record import line, record
from verifier.records.views.record_view import sheet


def judged_record(id: str, *steps: str, answer: str | None = None) -> dict[str, Any]:
    """The record of a chain that is judged here."""
    chain = Chain.of("A shelf holds 26 books, and 9 are lent out.", steps, id, answer)
    found: dict[str, Any] = json.loads(line(record(verify(chain, lean="off"))))
    return found


def test_the_list_filters_by_claims_that_are_not_held_and_by_other_answers(visit: Any) -> None:
    asked = judged_record("asked", "So 26 - 9 = 17.", "Is 26 - 9 = 16?", "The answer is 17.", answer="17.0")
    other = judged_record("other", "So 26 - 9 = 17.", "The answer is 17.", answer="16")
    wrong = judged_record("wrong", "So 26 - 9 = 16.")
    page = visit(asked, other, wrong)
    assert "1 chains hold refuted claims that settle nothing" in page.locator("#overview").inner_text()
    assert "1 of 2 chains with a reference answer end in another" in page.locator("#overview").inner_text()
    page.locator("[data-filter=excused]").click()
    assert page.locator(".row b").all_inner_texts() == ["○ 1 of 3 checked\nasked"]
    page.keyboard.press("j")
    said = "26 - 9 = 16 is refuted, not held against the step: it is read as a question"
    assert page.locator("#chain .vf-end", has_text=f"Look at step 1: {said}").count() == 1
    assert "not held against the step: it is read" in page.locator("#chain .vf-claim.vf-refuted").inner_text()
    page.locator("[data-filter=excused]").click()
    page.locator("[data-filter=answer]").click()
    assert page.locator(".row b").all_inner_texts() == ["○ 1 of 2 checked\nother"]
    page.keyboard.press("j")
    shown = page.locator("#chain .vf-end").all_inner_texts()
    assert "Final answer: 17; the reference is 16: different (another value)" in shown


def test_no_excuse_and_no_answer_of_a_record_runs(visit: Any) -> None:
    data = judged_record("asked", "So 26 - 9 = 17.", "Is 26 - 9 = 16?", answer="17")
    data = spoilt(spoilt(data, "steps.1.claims.0.excuse", HOSTILE), "final_answer.text", HOSTILE)
    page = visit(spoilt(data, "final_answer.reason", HOSTILE))
    assert page.locator("#chain .vf-end", has_text="</script>").count() == 2
    assert page.evaluate("window.ran") is None and page.locator("img").count() == 0


def test_a_final_answer_that_does_not_fit_is_refused() -> None:
    data = judged_record("asked", "So 26 - 9 = 17. The answer is 17.", answer="16")
    assert sheet(data)["final"]["state"] == "different"
    assert sheet({key: value for key, value in data.items() if key != "final_answer"})["final"] is None
    for place, value in (("final_answer", []), ("final_answer.state", "perhaps"), ("final_answer.text", None),
                         ("final_answer.told", 1), ("answer", None)):  # fmt: skip
        with pytest.raises(BadInput):
            sheet(spoilt(data, place, value))


def test_the_first_screen_is_the_chains_and_refuted_claims_are_found(visit: Any) -> None:
    right = json.loads(line(record(verify("Add.", ["So 2 + 3 = 5."], lean="off"))))
    wrong = json.loads(line(record(verify("Add.", ["So 2 + 3 = 6."], lean="off"))))
    page = visit(right, wrong)
    assert page.locator("#list").bounding_box()["y"] < 400 < 780 < page.locator("#overview").bounding_box()["y"]
    assert "2 chains, 2 steps" in page.locator("header").inner_text()
    page.locator("[data-filter=refuted]").click()
    assert page.locator("#shown").inner_text() == "1 of 2 chains" and "✗ step 0" in page.locator("#rows").inner_text()
    page.keyboard.press("f")
    assert page.locator("#overview").bounding_box()["y"] < 700
