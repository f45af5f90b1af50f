"""The problem that begins a plain text is no step of it, where it is marked; what is not marked is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

import verifier

ASKED, STEPS = "Add 2 and 3.", ["So 2 + 3 = 5.", "Then 5 + 1 = 6."]
BODY = "\n\n".join(STEPS)


@pytest.mark.parametrize(
    "head",
    [
        "**Problem:** {}\n\n",
        "**Problem**: {}\n\n## Solution\n\n",
        "Problem: {}\n\nSolution: ",
        "Question 3: {}\nSolution:\n",
        "# Problem\n\n{}\n\n# Solution\n",
        "**Problem 1.**\n{}\n\n",
        "## Problem: {}\n\n",
    ],
)
def test_a_marked_problem_is_the_problem(head: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(head.format(ASKED) + BODY)
    [chain] = verifier.chains(tmp_path / "a.md")
    assert (chain.problem, [step.text for step in chain.steps]) == (ASKED, STEPS)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"Problem solving is easy.\n\n{BODY}", ""),
        (f"So 1 + 1 = 2.\n\nProblem: {ASKED}\n\n{BODY}", ""),
        (f"Problem: {ASKED}", ""),
        (f"Problem: {ASKED}\nSo 2 + 3 = 6.", ASKED),
        (f"Problem: {ASKED}\nStep 1: So 2 + 3 = 6.\n\nDone.", ASKED),
    ],
)
def test_what_may_be_a_step_is_judged(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(text)
    [chain] = verifier.chains(tmp_path / "a.txt")
    assert chain.problem == problem
    assert ("2 + 3 = 6" in text) == any("2 + 3 = 6" in step.text for step in chain.steps)
