"""The exact reading beside translations: what it settles, what it unsettles, and what a record must say of it."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from verifier.judging.agreeing.readings import together
from verifier.judging.deciding.translation import JudgedFormalStep
from verifier.judging.judgements.judgement import FormalFinding, JudgedChain, JudgedStep, Reading, Settled, State
from verifier.language.read_chain import read_chain
from verifier.pipeline.verify import verify_formal
from verifier.records.recheck import recheck
from verifier.records.record import record as formal_record

WRONG, RIGHT = "2 + 2 = 5", "2 + 2 = 4"


def judged(text: str, *says: str, **named: Any) -> JudgedChain:
    """A chain of one step, by a translation for each of ``says`` (an expression; "" states nothing)."""
    made = [
        {
            "formal": 1,
            "id": "one",
            "problem": "Add the numbers.",
            "steps_text": [text],
            "vars": {},
            "facts": [],
            "asks": [],
            "steps": [[{"role": "claim", "quote": text, "expr": one}] if one else []],
        }
        for one in says
    ]
    chains = [read_chain(one) for one in made]
    given = chains if named.pop("vouched", False) else ()
    return verify_formal(() if given else chains, given=given, **named)[0]


@pytest.mark.parametrize(("text", "correct"), [(WRONG, False), (RIGHT, True)])
@pytest.mark.parametrize("says", ["", "1 == 1/0"])
def test_an_exact_reading_settles_what_translations_leave_open(text: str, correct: bool, says: str) -> None:
    [step] = judged(text, says).steps
    assert (step.correct, step.reading, step.exact, step.finding) == (correct, Reading.EXACT, correct, None)
    assert step.score == float(correct)


@pytest.mark.parametrize(("text", "says"), [(WRONG, "2 + 2 == 4"), (RIGHT, "2 + 2 == 5")])
@pytest.mark.parametrize("vouched", [True, False])
def test_where_a_translation_says_the_opposite_nothing_is_settled(text: str, says: str, vouched: bool) -> None:
    found = judged(text, says, vouched=vouched)
    [step] = found.steps
    assert (step.correct, step.reading, step.finding) == (None, None, FormalFinding.READINGS_CONTRADICT)
    assert (
        not step.checked
        and found.first_error is None
        and [one.finding for one in found.steps] == [step.finding]
        and not found.would_settle
    )


def test_where_both_settle_it_the_callers_word_and_then_the_exact_reading_name_it() -> None:
    assert judged(WRONG, "2 + 2 == 5", vouched=True).steps[0].reading is Reading.GIVEN
    assert judged(WRONG, "2 + 2 == 5").steps[0].reading is Reading.EXACT


PROVES = JudgedFormalStep((), State.PROVED, whole=True)
REFUTES = JudgedFormalStep((), State.REFUTED, whole=True)


def exactly(correct: bool) -> JudgedStep:
    return JudgedStep(0, "", Settled(correct))


SUPPOSED = "If 2 + 2 = 5 were true, it would be odd."
ASKED = "Is 2 + 2 = 5?"
DENIED = "It is not true that 2 + 2 = 5."
ROUNDED = "Half of 5 eggs is 5/2 = 2 eggs."


@pytest.mark.parametrize("text", [SUPPOSED, ASKED, DENIED])
def test_what_is_supposed_asked_or_denied_is_accused_by_no_translation(text: str) -> None:
    found = judged(text, "2 + 2 == 5", "5 == 2 + 2", trust="agreeing")
    assert (found.steps[0].correct, found.steps[0].finding) == (None, FormalFinding.SPOKEN_OTHERWISE)
    assert wrong(record_of(found)) == []


@pytest.mark.parametrize(
    ("says", "reading", "finding"),
    [
        (State.REFUTED, Reading.TRANSLATED, FormalFinding.SPOKEN_OTHERWISE),
        (State.REFUTED, Reading.GIVEN, None),
        (State.REFUTED, None, None),
        *((state, Reading.TRANSLATED, None) for state in State if state is not State.REFUTED),
    ],
)
def test_only_what_would_be_settled_is_found_to_be_spoken_otherwise(
    says: State, reading: Reading | None, finding: FormalFinding | None
) -> None:
    found = judged(SUPPOSED, "2 + 2 == 5", "5 == 2 + 2", trust="agreeing")
    alone, [step] = [one.steps[0] for one in found.translations], found.steps
    assert step.by_text is not None
    assert together(says, reading, alone, replace(step, judgement=step.by_text)).finding is finding


def test_nothing_is_approved_that_by_the_exact_reading_holds_as_rounded_alone() -> None:
    found = judged(ROUNDED, "floor(5/2) == 2", "5//2 == 2", trust="agreeing")
    assert (found.steps[0].correct, found.steps[0].finding) == (None, FormalFinding.SPOKEN_OTHERWISE)
    data = record_of(found)
    data["steps"][0] |= {"kind": "settled", "correct": True, "reason": None, "reading": "translated", "finding": None}
    assert wrong(data)


def test_one_of_several_translations_is_enough_to_contradict() -> None:
    for exact in (True, False):
        found = together(State.OPEN, Reading.TRANSLATED, (PROVES, REFUTES), exactly(exact))
        assert (found.correct, found.finding) == (None, FormalFinding.READINGS_CONTRADICT)
    half = JudgedFormalStep((), State.PROVED, whole=False)
    assert together(State.OPEN, Reading.TRANSLATED, (half,), exactly(False)).correct is False


def test_nothing_is_approved_that_rests_on_an_error_by_its_translations() -> None:
    infected = JudgedFormalStep((), State.RESTS_ON_ERROR, whole=True)
    assert together(State.RESTS_ON_ERROR, Reading.GIVEN, (infected,), exactly(True)).correct is None
    assert together(State.RESTS_ON_ERROR, Reading.GIVEN, (infected,), exactly(False)).reading is Reading.EXACT


def record_of(found: JudgedChain) -> dict[str, Any]:
    return dict(json.loads(json.dumps(formal_record(found))))


def wrong(data: dict[str, Any]) -> list[str]:
    return [str(one) for one in recheck([data], read_again=True) if one.wrong]


@pytest.mark.parametrize("text", [WRONG, RIGHT])
@pytest.mark.parametrize("says", ["", "2 + 2 == 4", "2 + 2 == 5"])
@pytest.mark.parametrize("vouched", [True, False])
def test_the_record_of_every_outcome_passes_recheck(text: str, says: str, vouched: bool) -> None:
    assert wrong(record_of(judged(text, says, vouched=vouched))) == []


def settled_by_force(**changes: Any) -> dict[str, Any]:
    """A record of a contradicted step that claims to be settled as given."""
    data = record_of(judged(WRONG, "2 + 2 == 5 - 1", vouched=True))
    step = {"kind": "settled", "correct": True, "reason": None, "reading": "given", "finding": None, "score": 1.0}
    data["steps"][0] |= step
    return {**data, "first_error": -1, **changes}


def test_a_record_cannot_hide_that_the_text_contradicts() -> None:
    assert any("finding" in one for one in wrong(settled_by_force()))
    without = settled_by_force()
    without["steps"][0] |= {"exact": None, "claims": []}
    assert any("claims" in one for one in wrong(without))
    weaker = settled_by_force()
    weaker["steps"][0]["claims"][0] |= {"verdict": "unknown", "reason": "NOT_ENTAILED", "certificate": None}
    weaker["steps"][0]["claims"][0] |= {"engine": None, "rests_on": [], "assumes": []}
    weaker["steps"][0]["exact"] = None
    assert any("steps.0.claims.0.verdict" in one for one in wrong(weaker))


def test_translations_and_trust_stand_together_and_are_of_the_text_beside_them() -> None:
    data = record_of(judged(RIGHT, "2 + 2 == 4"))
    for key in ("trust", "translations"):
        assert '"trust" and "translations"' in wrong({name: one for name, one in data.items() if name != key})[0]
    other = copy.deepcopy(data)
    other["steps"][0]["text"] = WRONG
    assert any("set_aside" in one for one in wrong(other))
