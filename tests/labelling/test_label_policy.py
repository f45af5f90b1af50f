"""What a label means, and what becomes of steps without one and of those after an error."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.chain import Chain
from verifier.labelling.outputs.labels import Labelled, Policy, Seen, is_lucky, label_of, labelled

RIGHT = Seen("settled", True, 1.0, True)
WRONG = Seen("settled", False, 0.0, False)
CHECKED = Seen("unjudged", None, None, True)
GUESSED = Seen("estimated", None, 0.8, False)
DOUBTED = Seen("estimated", None, 0.3, False)
NAMED = Seen("estimated", None, 0.3, False, named=True)
PROVED = Seen("estimated", None, 0.3, True)
OPEN = Seen("unjudged", None, None, False)


@pytest.mark.parametrize(
    ("meaning", "labels"),
    [
        ("exact", [1.0, 0.0, None, None, None, None, None, None]),
        ("checked", [1.0, 0.0, 1.0, None, None, None, 1.0, None]),
        ("estimated", [1.0, 0.0, 1.0, 1.0, None, 0.0, 1.0, None]),
        ("soft", [1.0, 0.0, None, 0.8, 0.3, 0.3, 0.3, None]),
    ],
)
def test_what_a_label_means(meaning: Any, labels: list[float | None]) -> None:
    steps = (RIGHT, WRONG, CHECKED, GUESSED, DOUBTED, NAMED, PROVED, OPEN)
    assert [label_of(step, meaning) for step in steps] == labels


def done(*steps: Seen, nulls: bool = True, **how: Any) -> Labelled | None:
    return labelled(Chain.of("p", ["step"] * len(steps)), steps, Policy(**how), nulls=nulls)


def got(*steps: Seen, nulls: bool = True, **how: Any) -> tuple[tuple[float | None, ...], int | None] | None:
    found = done(*steps, nulls=nulls, **how)
    return None if found is None else (found.labels, found.first_error)


def test_what_becomes_of_a_step_without_a_label() -> None:
    assert got(RIGHT, OPEN, RIGHT) == ((1.0, None, 1.0), None)
    assert got(RIGHT, OPEN, RIGHT, nulls=False) == ((1.0,), None)
    assert got(RIGHT, OPEN, RIGHT, unknown="truncate") == ((1.0,), None)
    assert got(RIGHT, OPEN, RIGHT, unknown="drop") is None
    assert got(OPEN, RIGHT, nulls=False) is None


def test_what_follows_the_first_error() -> None:
    assert got(RIGHT, WRONG, OPEN, RIGHT) == ((1.0, 0.0), 1)
    assert got(RIGHT, WRONG, OPEN, RIGHT, after_error="local") == ((1.0, 0.0, None, 1.0), 1)
    assert got(RIGHT, WRONG, OPEN, RIGHT, after_error="local", nulls=False) == ((1.0, 0.0), 1)
    assert got(RIGHT, WRONG, OPEN, RIGHT, after_error="false") == ((1.0, 0.0, 0.0, 0.0), 1)
    assert got(RIGHT, WRONG, OPEN, unknown="drop") == ((1.0, 0.0), 1)


def test_the_first_error_is_minus_one_only_when_every_step_is_labelled() -> None:
    assert got(RIGHT, RIGHT) == ((1.0, 1.0), -1)
    assert got(RIGHT, OPEN) == ((1.0, None), None)
    assert got(OPEN, WRONG) == ((None, 0.0), 1)


@pytest.mark.parametrize("meaning", ["estimated", "soft"])
def test_a_low_probability_alone_makes_no_step_the_first_error(meaning: Any) -> None:
    assert (done(GUESSED, DOUBTED, labels=meaning) or pytest.fail()).first_error is None
    assert (done(GUESSED, PROVED, NAMED, labels=meaning) or pytest.fail()).first_error == 2
    assert (done(GUESSED, GUESSED, labels=meaning) or pytest.fail()).first_error is None
    assert (done(RIGHT, GUESSED, labels=meaning) or pytest.fail()).first_error is None
    assert (done(RIGHT, RIGHT, labels=meaning) or pytest.fail()).first_error == -1
    assert (done(RIGHT, NAMED, labels="exact") or pytest.fail()).first_error is None


@pytest.mark.parametrize(
    ("answer", "first_error", "lucky"),
    [
        ("equal", 1, True),
        ("equal", -1, False),
        ("equal", None, None),
        ("different", 1, False),
        ("different", None, False),
        ("could not tell", 1, None),
        (None, 1, None),
    ],
)
def test_a_chain_is_lucky_with_a_right_answer_and_a_wrong_step(
    answer: str | None, first_error: int | None, lucky: bool | None
) -> None:
    assert is_lucky(answer, first_error) is lucky
