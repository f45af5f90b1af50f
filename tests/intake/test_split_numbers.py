"""The number of a step is cut off; a decimal, a minus sign and a sum behind it are left whole."""

from __future__ import annotations

import pytest

from verifier import verify
from verifier.intake.splitting.split import split

WHOLE = [
    "### 3.5 + 2 = 5.5",
    "**3.5 + 2 = 7**",
    "#### 7.25",
    "#### 12.00",
    "__3.25__",
    "**Step 3.5 + 2**",
    "Step 1 - 5 + 3 = 8",
    "### Step 1 – -3 + 5 = 2",
]

SIGNED = [
    ("Step 1: -3 + 5 = 2\nStep 2: -4 + 4 = 0", ["-3 + 5 = 2", "-4 + 4 = 0"]),
    ("Step 1. -3 + 5 = 2\nStep 2. .5 + .5 = 1", ["-3 + 5 = 2", ".5 + .5 = 1"]),
    ("**Step 1:** -3 + 5 = 2\n**Step 2:** 4 + 4 = 8", ["-3 + 5 = 2", "4 + 4 = 8"]),
    ("Step 1 - Add\n2 + 3 = 5\nStep 2 - Subtract\n5 - 3 = 2", ["Add\n2 + 3 = 5", "Subtract\n5 - 3 = 2"]),
    ("### 1. Add 3.5 and 2", ["Add 3.5 and 2"]),
]


@pytest.mark.parametrize("text", WHOLE)
def test_number_that_belongs_to_the_formula_stays(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(("text", "steps"), SIGNED)
def test_sign_behind_the_number_of_a_step_stays(text: str, steps: list[str]) -> None:
    assert split(text, "steps") == steps


@pytest.mark.parametrize(("text", "correct"), [("### 3.5 + 2 = 5.5", True), ("### 3.5 + 2 = 9.5", False)])
def test_heading_with_a_decimal_is_judged_whole(text: str, correct: bool) -> None:
    assert [step.correct for step in verify("Add.", split(text), lean="off").steps] == [correct]
