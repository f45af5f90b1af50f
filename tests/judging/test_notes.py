"""Notes beside the judgements: findings travel in the record, a repeated claim adds nothing, an odd end is an alarm."""

from __future__ import annotations

import json
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain
from verifier.pipeline.verify import verify
from verifier.records.recheck import recheck
from verifier.records.record import line, record

SHOP = "Ben buys 7 pens at $3 each. How much does he pay?"


def judged(*steps: str, problem: str = SHOP, answer: str | None = None) -> JudgedChain:
    return verify(Chain.of(problem, steps, answer=answer), lean="off")


def adds(*steps: str, problem: str = SHOP) -> list[bool | None]:
    return [step.adds for step in judged(*steps, problem=problem).steps]


def test_what_stood_before_adds_nothing() -> None:
    assert adds("So 7 * 3 = 21.", "Again, 21 = 3 * 7.", "And 21 - 1 = 20.") == [True, False, True]


def test_a_step_with_one_new_claim_adds_something() -> None:
    assert adds("So 7 * 3 = 21.", "So 7 * 3 = 21 and 21 + 1 = 22.") == [True, True]


def test_what_the_problem_states_is_not_new() -> None:
    assert adds("We have x + 2 = 9.", "So x = 7.", problem="Solve x + 2 = 9.") == [False, True]


def test_turned_inequalities_and_trivial_equations_are_not_new() -> None:
    assert adds("So 4 < 9.", "So 9 > 4.", "Clearly 9 = 9.", "But 9 < 14.") == [True, False, False, True]


def test_without_a_claim_it_is_not_known_whether_a_step_adds() -> None:
    assert adds("He pays a lot.") == [None]


def test_a_right_computation_of_another_answer_is_an_alarm() -> None:
    alarm = judged("So 7 + 3 = 10.", "The answer is 10.", answer="21").alarm
    assert alarm is not None and "10" in alarm and "21" in alarm


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ("So 7 + 3 = 10.", "21"),  # only a guess
        ("So 7 * 3 = 21.", "21"),  # the reference answer
        ("So 7 * 3 = 21.", "21.0"),
        ("So 7 + 3 = 11. The answer is 11.", "21"),  # a refuted claim is no alarm: it is an error
        ("The answer is 11.", "21"),  # nothing checked
        ("So 7 * 3 = 21.", "$x^2$"),  # an answer that is no number
        ("So 7 * 3 = 21.", None),
    ],
)
def test_it_is_no_alarm(step: str, answer: str | None) -> None:
    assert judged(step, answer=answer).alarm is None


def test_findings_and_alarm_travel_in_the_record_and_are_made_again_by_recheck() -> None:
    stored: Any = json.loads(
        line(record(judged("So 7 + 3 = 10.", "Then 10 + 418 = 428.", "The answer is 428.", answer="21")))
    )
    assert stored["answer"] == "21" and "428" in stored["alarm"]
    (finding,) = stored["steps"][1]["findings"]
    assert finding["kind"] == "number_from_nowhere" and finding["span"] == [10, 13] and "418" in finding["text"]
    assert [found.wrong for found in recheck([stored], read_again=True) if found.wrong] == []
    stored["alarm"] = None
    assert [found.wrong for found in recheck([stored], read_again=True) if found.wrong]
