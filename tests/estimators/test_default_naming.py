"""What the default model names as the first error of answers as today's language models write them: real model, made-up
answers with headings, bold text, lists and LaTeX."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command_line import Run, lines

from verifier.chain import Chain
from verifier.estimators.surprisal.surprisal import load
from verifier.judging.estimates.by_length import FEWEST
from verifier.judging.judgements.judgement import WRONG_BELOW, JudgedChain
from verifier.pipeline.judge import Judge

RIGHT: dict[str, tuple[str, list[str]]] = {
    "crates": (
        "A van carries 14 crates with 18 jars each. On the way 37 jars break. How many jars are whole?",
        [
            "## Understanding the problem\n\nWe know the **number of crates** and the **jars per crate**.",
            "### Step 1: All jars\n\n- Crates: $14$\n- Jars per crate: $18$\n\n\\[\n14 \\times 18 = 252\n\\]",
            "### Step 2: Take away what broke\n\n\\[\n252 - 37 = 215\n\\]",
            "**Check:** $215 + 37 = 252$, as it should be. ✅",
            "## Final answer\n\nThere are \\(\\boxed{215}\\) whole jars.",
        ],
    ),
    "linear": (
        "Solve 7x - 12 = 3x + 16.",
        [
            "Let's solve this **step by step**.",
            "**Step 1. Bring the letters to one side.**\n\nSubtract $3x$ from both sides:\n$$4x - 12 = 16$$",
            "**Step 2. Add 12 to both sides.**\n\n$$4x = 28$$",
            "**Step 3. Divide by 4.**\n\n$$x = 7$$",
            "**Verification**\n\n- Left: $7 \\cdot 7 - 12 = 37$\n- Right: $3 \\cdot 7 + 16 = 37$\n\nBoth sides agree.",
            "So the solution is **x = 7**.",
        ],
    ),
    "share": (
        "A jacket costs 80 dollars. It is reduced by 15 percent, then by another 10 dollars. What does it cost?",
        [
            "### 🧥 First reduction\n\nThe discount is $80 \\times 0.15 = 12$ dollars.",
            "So the price falls to:\n\n$$80 - 12 = 68$$",
            "### Second reduction\n\nNow take off the **extra 10 dollars**:\n\n$$68 - 10 = 58$$",
            "| stage | price |\n|---|---|\n| start | 80 |\n| first | 68 |\n| second | 58 |",
            "### ✅ Answer\n\nThe jacket costs **58 dollars**.",
        ],
    ),
    "area": (
        "A garden is 12 m by 9 m, with a path 1 m wide inside along its edge. What is the area of the path?",
        [
            "To find the area of the path, I'll compare two rectangles:\n\n* the whole garden\n* the inner part",
            "**Whole garden:** \\(12 \\times 9 = 108\\)",
            "**Inner part:** the path takes 1 m on each side, so\n\\[\n12 - 2 = 10, \\quad 9 - 2 = 7\n\\]",
            "**Inner area:** \\(10 \\times 7 = 70\\)",
            "**Path:** \\(108 - 70 = 38\\)",
            "Thus the path covers **38 square metres**.",
        ],
    ),
    "sum": (
        "What is the sum of the first 20 positive even numbers?",
        [
            "# Sum of even numbers\n\nWe want $2 + 4 + \\dots + 40$.",
            "## Idea\n\nEach term is twice a positive integer, so the sum is $2(1 + 2 + \\dots + 20)$.",
            "## Formula\n\n$$\\frac{20 \\cdot 21}{2} = 210$$",
            "## Doubling\n\n$$2 \\cdot 210 = 420$$",
            "**Therefore, the sum is** $\\boxed{420}$.",
        ],
    ),
    "speed": (
        "A train runs 150 km in 2.5 hours. How far does it run in 4 hours at the same speed?",
        [
            "Here's how to think about it:\n\n1. Find the **speed**.\n2. Multiply by the **new time**.",
            "**1. Speed**\n\n`speed = distance / time`\n\n$$150 / 2.5 = 60$$",
            "So the train moves at $60$ km per hour.",
            "**2. Distance in 4 hours**\n\n$$60 \\times 4 = 240$$",
            "**Answer:** the train runs **240 km**. Let me know if you'd like another example!",
        ],
    ),
}

SLIP = {
    "crates": (2, "252 - 37 = 215", "252 - 37 = 225"),
    "linear": (2, "4x = 28", "4x = 4"),
    "share": (2, "68 - 10 = 58", "68 - 10 = 68"),
    "area": (3, "10 \\times 7 = 70", "10 \\times 7 = 77"),
    "sum": (2, "= 210", "= 190"),
    "speed": (3, "60 \\times 4 = 240", "60 \\times 4 = 260"),
}
"""Where an error is put, and what is written instead."""


def wrong(name: str) -> tuple[str, list[str]]:
    problem, steps = RIGHT[name]
    place, old, new = SLIP[name]
    assert old in steps[place]
    return problem, [*steps[:place], steps[place].replace(old, new), *steps[place + 1 :]]


@pytest.fixture(scope="module")
def judged() -> dict[tuple[str, bool], JudgedChain]:
    asked = [(name, True) for name in RIGHT] + [(name, False) for name in RIGHT]
    with Judge(lean="off", prm=load()) as judge:
        found = judge.all([Chain.of(*(RIGHT[name] if right else wrong(name)), name) for name, right in asked])
    return dict(zip(asked, found, strict=True))


def test_no_right_answer_in_the_style_of_today_is_accused(judged: dict[tuple[str, bool], JudgedChain]) -> None:
    right = [one for (_, is_right), one in judged.items() if is_right]
    assert [one.chain.id for one in right if one.first_error not in (None, -1)] == []
    low = [one for one in right if one.steps[-1].score is not None and one.steps[-1].score < WRONG_BELOW]
    assert all(one.first_error is None for one in low), "their kinds of text are too rare to promise anything"


def test_no_step_whose_every_claim_is_proved_is_named(judged: dict[tuple[str, bool], JudgedChain]) -> None:
    proved = 0
    for one in judged.values():
        proved += sum(step.checked for step in one.steps)
        if one.first_error_kind == "estimated" and (one.first_error or 0) >= 0:
            assert not one.steps[one.first_error or 0].checked
    assert proved > 20


def test_errors_that_exact_means_see_are_named_as_settled(judged: dict[tuple[str, bool], JudgedChain]) -> None:
    settled = {name for (name, right), one in judged.items() if not right and one.first_error_kind == "settled"}
    assert settled and all(judged[name, False].first_error == SLIP[name][0] for name in settled)


STRANGE = [
    "Ann has 5 boxes with 6 pens in each box.",
    "Vermilion gradients, lest 19 quorums of zinc elope, are hence owed to Ann's 83 trombones by candlelit proxy.",
    "So Ann has about as many pens as before.",
    "Of course she can share them with her friends.",
]


def test_the_shipped_thresholds_still_name_what_is_strange_in_a_chain_of_a_usual_kind(
    command: Run, tmp_path: Path
) -> None:
    row = {"id": "a", "problem": "Ann has 5 boxes with 6 pens each. How many pens has she?", "steps": STRANGE}
    (tmp_path / "in.jsonl").write_text(json.dumps(row))
    shown = command("check", "in.jsonl", "--lean", "off", "--prm", "default")
    assert "First error: probably step 1 (counted from 0)" in shown.stdout, shown.stdout
    assert "a: accused by estimates alone, probably of step 1." in shown.stderr and "exchangeable" in shown.stderr
    record = lines(command("check", "in.jsonl", "--lean", "off", "--prm", "default", "--json").stdout)[0]
    assert (record["first_error"], record["first_error_kind"]) == (1, "estimated") and shown.returncode == 0


def test_the_shipped_thresholds_rest_on_enough_right_chains() -> None:
    with Judge(lean="off", prm=load()) as judge:
        lengths = judge.lengths
    assert lengths is not None and lengths.rate == 0.1
    assert lengths.threshold is not None and lengths.longest >= 10 and lengths.right >= FEWEST


def test_the_card_of_labels_says_where_the_model_is_weak(command: Run, tmp_path: Path) -> None:
    long = {"id": "long", "problem": "Count.", "steps": [f"We have counted up to {n}." for n in range(70)]}
    rows = [{"id": name, "problem": problem, "steps": steps} for name, (problem, steps) in RIGHT.items()]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in [*rows, long]))
    asked = ("label", "in.jsonl", "--out", "out.jsonl", "--lean", "off", "--prm", "default", "--processes", "1")
    done = command(*asked, "--labels", "estimated")
    assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "out.jsonl.card.json").read_text())["estimates"]
    assert told["unlike"]["longer"] == 1 and told["unlike"]["headings"] >= 3 and told["first_errors_named"] == 0
    assert "are with Markdown headings" in done.stderr and "have more than" in done.stderr
    page = (tmp_path / "out.jsonl.card.md").read_text()
    assert all(warning in page for warning in told["warnings"]) and told["warnings"]
    labelled = lines((tmp_path / "out.jsonl").read_text())
    assert all(row["first_error"] in (None, -1) and 0.0 not in row["labels"] for row in labelled)
    exact = command(*asked[:2], "--out", "exact.jsonl", "--lean", "off", "--processes", "1")
    assert "estimates are weak" not in exact.stderr
    assert "estimates" not in json.loads((tmp_path / "exact.jsonl.card.json").read_text())
