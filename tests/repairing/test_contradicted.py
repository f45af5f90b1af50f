"""A chain is not called repaired where other text in it still says what the repair changed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from support.command_line import Run

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.records.recheck import recheck
from verifier.repairing.record import repair_record
from verifier.repairing.repair import repair


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(lean="off") as warm:
        yield warm


@pytest.mark.parametrize(
    ("problem", "steps", "index", "why"),
    [
        ("Compute 7 * 8.", ["7 * 8 = 54.", "The answer is fifty-four."], 1, "it still says 54, which is 56"),
        (
            "A pen costs $3. Four are bought, and a $2 bag.",
            ["4 * 3 = 13.", "With the bag it is thirteen dollars plus two dollars.", "#### 15"],
            1,
            "it still says 13, which is 12 since step 0 is mended",
        ),
        (
            "A bus has 12 rows of 4 seats.",
            ["There are 12 * 4 = 46 seats.", "That is less than 47, since 46 < 47."],
            1,
            "it still says 'less', where < became >",
        ),
        ("Solve 3x = 9.", ["x = 2.", "So the final answer is \\boxed{2}."], 1, "the final answer is still 2"),
    ],
)
def test_what_still_says_the_old_value_is_named(
    problem: str, steps: list[str], index: int, why: str, judge: Judge
) -> None:
    done = repair(Chain.of(problem, steps), judge=judge)
    assert done.state == "in part", [step.text for step in (done.after or done.judged).steps]
    assert [(one.step, one.why[: len(why)]) for one in done.stuck] == [(index, why)]
    data = json.loads(json.dumps(repair_record(done)))
    assert [str(one) for one in recheck([data]) if one.wrong] == []


@pytest.mark.parametrize(
    "steps",
    [
        ["12 * 11 = 133.", "Therefore the answer is 133."],  # carried
        ["17 + 25 = 43.", "Another count: 86 / 2 = 43."],  # it comes to that by itself
        ["There are 5 boxes.", "12 * 11 = 133.", "The 5 boxes hold one hundred thirty-two."],
    ],
)
def test_what_holds_by_itself_or_was_carried_contradicts_nothing(steps: list[str], judge: Judge) -> None:
    assert repair(Chain.of("Compute.", steps), judge=judge).state == "repaired"


def test_the_command_does_not_say_repaired_and_ends_with_1(command: Run) -> None:
    chain = {"problem": "Compute 7 * 8.", "steps": ["7 * 8 = 54.", "The answer is fifty-four."]}
    done = command("repair", "-", "--lean", "off", stdin=json.dumps(chain))
    assert done.returncode == 1 and "in part; mended: step 0" in done.stdout
    assert "✗ it still says 54, which is 56 since step 0 is mended" in done.stdout
