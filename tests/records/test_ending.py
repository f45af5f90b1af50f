"""How a chain ended, in words: every kind of end, and the same words in the terminal, in notebooks and on pages."""

from __future__ import annotations

import pytest

from verifier import record, verify
from verifier.chain import Chain
from verifier.intake.bad import BadInput
from verifier.judging.judgements.judgement import Estimated, JudgedChain, JudgedStep, Settled, Unjudged, Unjudgement
from verifier.records.views.ending import (
    Outcome,
    StepEnd,
    ending,
    ending_of,
    ending_of_record,
    show_estimate,
)
from verifier.records.views.record_view import sheet

HOLDS, OPEN, WRONG, GIVEN = (
    ("asserted", "proved"),
    ("asserted", "unknown"),
    ("asserted", "refuted"),
    ("given", "unknown"),
)
GOOD, WORDY = StepEnd(True, (HOLDS, HOLDS), False), StepEnd(True, (HOLDS,), True)
PROSE, LONG = StepEnd(False, (), True), StepEnd(False, (), False, too_long=True)
GUESS, DOUBT = StepEnd(False, (), True, estimate=0.9312), StepEnd(False, (OPEN,), True, estimate=0.4149)
ENDS = [
    (-1, False, [GOOD, GOOD], Outcome.HOLDS, "Every step holds. 2 of 2 steps settled correct: all 4 claims hold."),
    (
        None,
        False,
        [GOOD, WORDY, WORDY],
        Outcome.NO_ERROR,
        "Nothing wrong found. 3 of 3 steps correct or checked: all 4 claims hold; words unread in 2.",
    ),
    (
        None,
        False,
        [GOOD, PROSE, LONG],
        Outcome.NO_ERROR,
        "Nothing wrong found. 1 of 3 steps correct or checked: all 2 claims hold; words unread in 1; "
        "1 too long to be read.",
    ),
    (
        None,
        False,
        [StepEnd(False, (HOLDS, OPEN, WRONG, GIVEN), False)],
        Outcome.NO_ERROR,
        "Nothing wrong found. 0 of 1 step correct or checked: 1 of 3 claims hold, 1 refuted, "
        "not held against its step, 1 open, 1 set up.",
    ),
    (
        1,
        False,
        [GOOD, StepEnd(False, (WRONG,), False)],
        Outcome.WRONG,
        "First error: step 1 (counted from 0). 1 of 2 steps correct or checked: 2 of 3 claims hold, 1 refuted.",
    ),
    (
        1,
        True,
        [GOOD, DOUBT],
        Outcome.PROBABLY_WRONG,
        "First error: probably step 1 (counted from 0). 1 of 2 steps correct or checked: 2 of 3 claims hold, 1 open; "
        "words unread in 1. Only estimated: 1 step, at 0.41.",
    ),
    (
        None,
        False,
        [GOOD, GUESS, DOUBT],
        Outcome.NO_ERROR,
        "Nothing wrong found. 1 of 3 steps correct or checked: 2 of 3 claims hold, 1 open; words unread in 2. "
        "Only estimated: 2 steps, from 0.41 to 0.93.",
    ),
    (
        None,
        False,
        [GUESS, GUESS],
        Outcome.ESTIMATED,
        "Nothing was read: no claim was found in 2 steps. Only estimated: 2 steps, at 0.93.",
    ),
    (
        None,
        False,
        [StepEnd(False, (OPEN, OPEN), True), PROSE],
        Outcome.UNDECIDED,
        "Nothing was decided: 2 claims read in 2 steps; words unread in 2.",
    ),
    (
        None,
        False,
        [PROSE, LONG],
        Outcome.UNREAD,
        "Nothing was read: no claim was found in 2 steps; 1 too long to be read.",
    ),
]


@pytest.mark.parametrize(("first", "probably", "steps", "outcome", "text"), ENDS, ids=lambda one: None)
def test_ending_says_what_is_checked_open_unread_and_estimated(
    first: int | None, probably: bool, steps: list[StepEnd], outcome: Outcome, text: str
) -> None:
    assert ending(first, probably, steps) == (outcome, text)


def test_ending_is_the_same_everywhere() -> None:
    for steps in (["So 3x = 15.", "Then x = 6."], ["So 3x = 15.", "Then x = 5."], ["It is nice."], ["Easily 3x = 15."]):
        judged = verify("Solve 3x + 5 = 20 for x.", steps, lean="off")
        end = ending_of(judged)
        stored = record(judged)
        assert ending_of_record(stored) == end and sheet(stored)["end"] == end[1]
        assert end[1] in str(judged) and end[1] in judged._repr_html_()


def test_estimate_has_two_decimals_and_is_never_certain() -> None:
    assert [show_estimate(score) for score in (0.0001, 0.25, 0.4149, 0.9312, 0.9999)] == [
        "0.01",
        "0.25",
        "0.41",
        "0.93",
        "0.99",
    ]


@pytest.mark.parametrize("other", [Estimated(0.99), Unjudged(Unjudgement.NOTHING_TO_CHECK)])
def test_no_error_needs_every_step_settled(other: Estimated | Unjudged) -> None:
    right = verify("Add 2 and 3.", ["So 2 + 3 = 5."], lean="off")
    assert (right.first_error, right.first_error_kind, right.judged_share) == (-1, "settled", 1.0)
    assert right.steps[0].judgement == Settled(True)
    score = other.score if isinstance(other, Estimated) else None
    step = JudgedStep(1, "So it goes.", other, score=score)
    judged = JudgedChain(Chain.of("Add 2 and 3.", ["So 2 + 3 = 5.", "So it goes."]), (right.steps[0], step))
    stored = record(judged)
    assert (stored["first_error"], stored["first_error_kind"], stored["judged_share"]) == (None, None, 0.5)
    with pytest.raises(BadInput, match='expected "first_error" -1 only if every step is settled correct, found step 1'):
        sheet({**stored, "first_error": -1, "first_error_kind": "estimated"})
