"""Labels at the beginning of a step, a line or an item are neither letters nor numbers of what follows."""

from __future__ import annotations

import pytest

from verifier import verify

GIVEN = "Given a = 3, b = 4, c = -2, evaluate (a) a + b, (b) -c, (c) sqrt(b)."

RIGHT = [
    (GIVEN, "(a) 3 + 4 = 7"),
    (GIVEN, "(a) a + b = 7"),
    (GIVEN, "(b) -(-2) = 2"),
    (GIVEN, "(c) sqrt(4) = 2"),
    (GIVEN, "(b) $-3+5=2$"),
    (GIVEN, "(b) \\(-3+5=2\\)"),
    (GIVEN, "**(b)** -3 + 5 = 2"),
    (GIVEN, "**(b)** (-3) + 5 = 2"),
    (GIVEN, "b) -3 + 5 = 2"),
    (GIVEN, "(a) 3 + 4 = 7, (b) -(-2) = 2, (c) sqrt(4) = 2"),
    ("Given B = 4, compute.", "(B) -3 + 5 = 2"),
    ("Given b = 4, compute.", "Step b -3 + 5 = 2"),
    ("Given b = 4, compute.", "Part (b) -3 + 5 = 2"),
    ("Let z be a complex number.", "(i) sqrt(25) = 5"),
    ("Let z be a complex number.", "(ii) -3 + 5 = 2"),
    ("Compute.", "(2b) -3 + 5 = 2"),
    ("Compute.", "Exercise 3 -3 + 5 = 2"),
    ("Compute.", "Question 12: -3 + 5 = 2"),
    ("Compute.", "No. 3 -3 + 5 = 2"),
    ("Compute.", "#1 -3 + 5 = 2"),
    ("Compute.", "(a) 2 + 3 = 5\n(b) 4 - 1 = 3\n(c) 2 * 3 = 6\n(d) 8 / 2 = 4\n(e) 9 - 3 = 6"),
]

WRONG = [
    ("Compute.", "(b) 4 - 1 = 4"),
    ("Given d = 4, compute.", "d) -3 + 5 = 6"),
]

OPEN = [
    (GIVEN, "(b) - 3 + 5 = 6"),
    (GIVEN, "(b)-3 + 5 = 2"),
    (GIVEN, "$(b) -3 + 5 = 2$"),
    ("Given x = 2.", "(x) -3 = -1"),
    ("Given x = 2.", "(x) (x + 1) = 3"),
    ("Compute.", "Sheet 4 -3 + 5 = 2"),
    ("Compute.", "1 - 6 + 3 = -3\n2 - 6 + 3 = -3"),
    ("Compute.", "1 + 4 = 5\n2 - 6 + 3 = -1"),
    ("Compute.", "1. 3 + 5 = 8\n2 (2 + 1) = 3"),
    ("Compute.", "1.15 x 2 = 30\n2.15 x 4 = 60"),
    ("Compute.", "7 - 3 + 5 = 2"),
    ("Compute.", "#2 - 3 + 5 = 2"),
    ("Compute.", "A) 3 + 3 = 7"),
    ("Compute.", "(C) 3 + 3 = 7"),
]

ALGEBRA = [
    ("Given x = 2.", "(x)^2 = 4"),
    ("Given x = 2.", "(x) + 3 = 5"),
    ("Given b = 4.", "(b) - 3 = 1"),
    ("Compute.", "10 - 3 = 7"),
]


def judged(problem: str, *steps: str) -> list[bool | None]:
    return [step.correct for step in verify(problem, list(steps), lean="off").steps]


@pytest.mark.parametrize(("problem", "step"), RIGHT)
def test_right_line_behind_a_label_is_correct(problem: str, step: str) -> None:
    assert judged(problem, step) == [True]


@pytest.mark.parametrize(("problem", "step"), WRONG)
def test_wrong_line_behind_a_label_is_incorrect(problem: str, step: str) -> None:
    assert judged(problem, step) == [False]


@pytest.mark.parametrize(("problem", "step"), OPEN)
def test_mark_that_may_be_a_label_or_a_factor_settles_nothing(problem: str, step: str) -> None:
    assert judged(problem, step) == [None]


@pytest.mark.parametrize(("problem", "step"), ALGEBRA)
def test_letter_in_brackets_that_a_sign_joins_is_no_label(problem: str, step: str) -> None:
    assert judged(problem, step) == [True]


def test_wrong_value_behind_a_label_is_not_approved() -> None:
    assert judged(GIVEN, "(b) -(-2) = 6") != [True]


def test_number_that_counts_on_from_the_step_before_settles_nothing() -> None:
    assert judged("Compute.", "1 + 4 = 5", "2 - 6 + 3 = -1") == [True, None]
