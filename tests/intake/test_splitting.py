"""Texts as people and models write them, and the steps that a person would part them into."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import verifier
from verifier.intake.chains import of_value
from verifier.intake.source import Reading
from verifier.intake.splitting.split import Splitting
from verifier.intake.splitting.thinking import parted

LABELLED = [json.loads(line) for line in Path(__file__).with_name("splitting.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", LABELLED, ids=lambda case: case["name"])
def test_a_text_is_parted_as_a_person_would(case: dict[str, Any]) -> None:
    assert verifier.split(case["text"]) == case["steps"]


@pytest.mark.parametrize("case", [case for case in LABELLED if "error" in case], ids=lambda case: case["name"])
def test_an_error_stands_in_the_step_that_a_person_would_point_at(case: dict[str, Any]) -> None:
    steps = verifier.split(case["text"])
    assert [number for number, step in enumerate(steps) if case["error"] in step] == [case["at"]]


TEXT = "# Sum\n\nFirst 3 + 4 = 7. Then\n\n$$7 + 5\n= 12$$\n\n1. Next 2.\n2. Last 3."
PARTS = {
    "markdown": ["# Sum\nFirst 3 + 4 = 7. Then", "$$7 + 5\n= 12$$", "Next 2.", "Last 3."],
    "lines": ["# Sum", "First 3 + 4 = 7. Then", "$$7 + 5\n= 12$$", "Next 2.", "Last 3."],
    "sentences": ["# Sum", "First 3 + 4 = 7.", "Then", "$$7 + 5\n= 12$$", "Next 2.", "Last 3."],
    "paragraphs": ["# Sum", "First 3 + 4 = 7. Then", "$$7 + 5\n= 12$$", "1. Next 2.\n2. Last 3."],
    "steps": ["# Sum\n\nFirst 3 + 4 = 7. Then\n\n$$7 + 5\n= 12$$", "Next 2.", "Last 3."],
}


@pytest.mark.parametrize("how", PARTS)
def test_the_user_chooses_how_a_text_is_split(how: Splitting) -> None:
    assert verifier.split(TEXT, how) == PARTS[how]


@pytest.mark.parametrize("how", get_args(Splitting))
@given(text=st.text("ab1.:=$\\[]#-*|>\n `(", max_size=60))
def test_no_step_is_empty_and_no_word_is_lost(how: Splitting, text: str) -> None:
    steps = verifier.split(text, how)
    assert all(any(map(str.isalnum, step)) for step in steps) or not any(map(str.isalnum, text))
    assert bool(steps) == bool(text.strip())
    assert [c for step in steps for c in step if c in "ab"] == [c for c in text if c in "ab"]


def test_another_way_to_split_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a way to split among auto, markdown"):
        verifier.split("x", "words")  # type: ignore[arg-type]


THOUGHTS = {
    "<think>\nMaybe 8.\n</think>\n\nIt is 7.": ("Maybe 8.", "It is 7."),
    "<Thinking>Maybe 8.</Thinking>It is 7.": ("Maybe 8.", "It is 7."),
    "<|begin_of_thought|>Maybe 8.<|end_of_thought|>\n<|begin_of_solution|>It is 7.<|end_of_solution|>": (
        "Maybe 8.",
        "It is 7.",
    ),
    "Maybe 8.\n</think>\nIt is 7.": ("Maybe 8.", "It is 7."),
    "<think>Maybe 8. Or": ("Maybe 8. Or", ""),
    "<think>A</think>B<think>C</think><answer>D</answer>": ("A\n\nC", "B\n\nD"),
    "İ<think>A</think>B": ("A", "İ\n\nB"),
    "It is 7, as you think.": ("", "It is 7, as you think."),
}


@pytest.mark.parametrize("text", THOUGHTS)
def test_thinking_is_a_part_of_its_own(text: str) -> None:
    found = parted(text)
    assert (found.thinking, found.answer) == THOUGHTS[text]


ANSWERED = "<think>Is 3 + 4 = 8? Wait, no, it is 7.</think>3 + 4 = 7."


@pytest.mark.parametrize(
    "row",
    [
        {"id": "a", "problem": "Add 3 and 4.", "solution": ANSWERED},
        {
            "id": "a",
            "messages": [
                {"role": "user", "content": "Add 3 and 4."},
                {
                    "role": "assistant",
                    "reasoning_content": "Is 3 + 4 = 8? Wait, no, it is 7.",
                    "content": "3 + 4 = 7.",
                },
            ],
        },
    ],
)
def test_thinking_is_left_out_or_judged_as_a_chain_of_its_own(row: dict[str, Any]) -> None:
    skipped = of_value(row)
    assert [(one.id, [step.text for step in one.steps]) for one in skipped] == [("a", ["3 + 4 = 7."])]  # type: ignore[union-attr]
    judged = of_value(row, Reading(thinking="judge"))
    assert [one.id for one in judged] == ["a/thinking", "a"]
    assert "Wait" in " ".join(step.text for step in judged[0].steps)  # type: ignore[union-attr]


def test_thinking_alone_is_no_answer() -> None:
    row = {"id": "a", "problem": "Add.", "solution": "<think>3 + 4 = 7. So"}
    [skipped] = of_value(row)
    assert "thinking alone" in str(skipped)
    [judged] = of_value(row, Reading(thinking="judge"))
    assert judged.id == "a/thinking"


def test_an_error_that_thinking_takes_back_leaves_later_steps_alone() -> None:
    steps = verifier.split("<think>12 * 3 = 38. Wait, 12 * 3 = 36. So 36 + 4 = 40.</think>", thinking="judge")
    judged = verifier.verify(problem="What is 12 * 3 + 4?", steps=steps, lean="off")
    assert judged.steps[0].correct is not False
    assert all(step.reason != "RESTS_ON_ERROR" for step in judged.steps)
