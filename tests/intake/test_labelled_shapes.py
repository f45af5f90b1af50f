"""Rows as data sets of labelled steps and instructions write them become the same chains."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.chains import of_value
from verifier.intake.source import Reading, examples

PROBLEM = "Janet has 3 bags of 4 apples. How many apples does she have?"
STEPS = ["She has 3 * 4 = 12 apples.", "She eats 2, so 12 - 2 = 9 are left.", "The answer is 9."]
LABELS = (1.0, 0.0, 0.0)
SIGNS = ["+", "-", "-"]


def turns(*said: str, role: str = "role", text: str = "content", names: tuple[str, str] = ("user", "assistant")) -> Any:
    return [{role: names[i % 2], text: one} for i, one in enumerate(said)]


def numbered(tag: str, signs: list[str] | None = None) -> str:
    ends = signs or [tag] * 3
    return f"{PROBLEM} " + "\n".join(
        f"Step {i}: {step} {end}" for i, (step, end) in enumerate(zip(STEPS, ends, strict=False), 1)
    )


FIRST = f"{PROBLEM} Step 1: {STEPS[0]}"
LABELLED: dict[str, dict[str, Any]] = {
    "rlhflow": {"conversations": turns(FIRST, "+", f"Step 2: {STEPS[1]}", "-", f"Step 3: {STEPS[2]}", "-")},
    "rlhflow, messages": {"messages": turns(f"{PROBLEM}\n\n{STEPS[0]}", "+", STEPS[1], "-", STEPS[2], "-")},
    "rlhflow, no mark but a question": {"messages": turns(f"{PROBLEM} {STEPS[0]}", "+", STEPS[1], "-", STEPS[2], "-")},
    "rlhflow, problem in a column": {
        "problem": PROBLEM,
        "messages": turns(STEPS[0], "+", STEPS[1], " -", STEPS[2], "-\n"),
    },
    "rlhflow, problem in a turn": {
        "messages": [
            {"role": "system", "content": "Rate."},
            {"role": "user", "content": PROBLEM},
            *turns(STEPS[0], "+", STEPS[1], "-", STEPS[2], "-"),
        ]
    },
    "rlhflow, sharegpt": {
        "conversations": turns(
            FIRST, "+", STEPS[1], "-", STEPS[2], "-", role="from", text="value", names=("human", "gpt")
        )
    },
    "math-shepherd": {"input": numbered("ки"), "label": numbered("", SIGNS), "task": "GSM8K"},
    "input and value": {"input": numbered("ки"), "value": SIGNS},
    "input and shares": {"input": numbered("ки"), "value": [1.0, 0.0, 0]},
    "text and labels, other tag": {"text": numbered("<extra_0>"), "labels": [True, False, False]},
    "question, process and label": {"question": PROBLEM, "process": "\n\n\n\n\n".join([*STEPS, ""]), "label": SIGNS},
    "objects, label": {
        "problem": PROBLEM,
        "steps": [{"text": s, "label": sign} for s, sign in zip(STEPS, SIGNS, strict=False)],
    },
    "objects, rating": {
        "question": PROBLEM,
        "steps": [{"step": s, "rating": r} for s, r in zip(STEPS, (1, -1, -1), strict=False)],
    },
    "objects, value": {
        "prompt": PROBLEM,
        "steps": [{"content": s, "value": v} for s, v in zip(STEPS, LABELS, strict=False)],
    },
    "objects, text under value": {
        "problem": PROBLEM,
        "steps": [{"value": s, "correct": v > 0} for s, v in zip(STEPS, LABELS, strict=False)],
    },
    "labels beside": {"problem": PROBLEM, "steps": STEPS, "labels": ["correct", "incorrect", "wrong"]},
}
UNLABELLED: dict[str, dict[str, Any]] = {
    "mark in a message": {"messages": turns(PROBLEM, "<extra_0>".join([*STEPS, ""]))},
    "mark in a response": {"problem": PROBLEM, "response": "\n<extra_0>\n".join(STEPS)},
    "objects without labels": {"problem": PROBLEM, "steps": [{"id": i, "text": s} for i, s in enumerate(STEPS)]},
    "objects and strings": {"problem": PROBLEM, "steps": [STEPS[0], {"text": STEPS[1]}, STEPS[2]]},
    "alpaca": {
        "instruction": "Solve the problem.", "input": PROBLEM, "output": "\n\n".join(STEPS)
    },
    "alpaca without input": {"instruction": PROBLEM, "input": "", "output": "\n\n".join(STEPS)},
    "input and output": {"input": PROBLEM, "output": "\n\n".join(STEPS)},
}  # fmt: skip


def read(row: dict[str, Any]) -> Chain:
    [chain] = of_value(row)
    assert isinstance(chain, Chain), chain
    return chain


@pytest.mark.parametrize("name", [*LABELLED, *UNLABELLED])
def test_row_gives_problem_and_steps(name: str) -> None:
    chain = read({**LABELLED, **UNLABELLED}[name])
    assert [step.text for step in chain.steps] == STEPS
    assert chain.problem == (f"Solve the problem.\n\n{PROBLEM}" if name == "alpaca" else PROBLEM)


@pytest.mark.parametrize("name", LABELLED)
def test_row_gives_labels(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps(LABELLED[name]), encoding="utf-8")
    [found] = examples([str(tmp_path / "a.jsonl")])
    assert not isinstance(found, Bad), found
    assert found.labels == LABELS and found.first_error == 1


def test_rating_of_zero_counts_as_the_option_says(tmp_path: Path) -> None:
    row = {"problem": PROBLEM, "steps": [{"text": s, "rating": r} for s, r in zip(STEPS, (1, 0, -1), strict=True)]}
    (tmp_path / "a.jsonl").write_text(json.dumps(row), encoding="utf-8")
    for neutral, label in (("positive", 1.0), ("negative", 0.0), ("drop", None)):
        [found] = examples([str(tmp_path / "a.jsonl")], Reading(neutral=neutral))  # type: ignore[arg-type]
        assert not isinstance(found, Bad) and found.labels == (1.0, label, 0.0)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"problem": PROBLEM, "steps": [{"words": "2 + 2 = 4."}]}, "expected the text of step 0"),
        ({"problem": PROBLEM, "steps": [{"text": "2 + 2 = 4.", "label": "blue"}]}, "got 'blue'"),
        ({"input": numbered("ки"), "value": ["+"]}, "expected as many labels as tags (3), got 1"),
        ({"messages": turns(FIRST, "+")[::-1]}, "expected a step of the user before each label"),
        ({"messages": turns("So 2 + 2 = 4.", "+")}, 'expected "Step 1:"'),
    ],
)
def test_row_that_does_not_fit_says_what_was_expected(row: dict[str, Any], said: str) -> None:
    [bad] = of_value(row)
    assert isinstance(bad, Bad) and said in bad.message
