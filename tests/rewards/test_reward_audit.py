"""The report card of the default reward, and that it can fail."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from support.command_line import Run

from verifier.rewards.audit import GOLDEN, POLICIES, audit, table
from verifier.rewards.flow import judge_of
from verifier.rewards.unsolved import is_unsolved
from verifier.rewards.workers import Settings, workers

KEPT = Settings(workers=2, item_seconds=60.0, batch_seconds=300.0)


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    yield
    workers(KEPT).close()


def test_default_reward_passes_solutions_and_pays_no_degenerate_policy() -> None:
    rows = audit(judge_of(settings=KEPT))
    assert [row.name for row in rows if not row.passed] == []
    golden, *degenerate = rows
    assert golden.golden and golden.scores == (1.0,) * len(GOLDEN) and golden.abstained == 0
    assert [row.name for row in degenerate] == list(POLICIES)
    assert all(score <= 0 for row in degenerate for score in row.scores)
    assert all(len(row.scores) + sum(row.reasons.values()) == row.completions for row in rows)
    again = audit(judge_of(settings=KEPT))
    assert again == rows, "the same completions get the same scores"
    assert "| thinking that does not end | - | 100% | cut_off 6 | yes |" in table(rows)


def test_abstentions_that_count_as_wrong_leave_none() -> None:
    rows = audit(judge_of(count_wrong=("undecided", "unsolved", "cut_off"), settings=KEPT))
    assert all(row.passed and row.abstained == 0 for row in rows)


def test_mean_of_labels_pays_true_lines_and_fails() -> None:
    rows = audit(judge_of(how="mean", settings=KEPT))
    assert [row.name for row in rows if not row.passed] == ["repeats a true line, with a box"]


@pytest.mark.parametrize(
    ("answer", "problem", "reference", "unsolved"),
    [
        ("12 * 3 + 4", "What is 12 * 3 + 4?", "40", True),
        ("\\frac{1}{2} + \\frac{1}{3}", "What is 1/2 + 1/3?", "5/6", True),
        ("(x+1)^2", "Expand $(x + 1)^2$.", "x^2 + 2x + 1", True),
        ("6/4", "Simplify 6/4.", "\\frac{3}{2}", True),
        ("36 + 4", "What is 12 * 3 + 4?", "40", True),
        ("\\frac{3}{4}", "Which is larger, 3/4 or 2/3?", "3/4", False),
        ("3/4", "It is 3/4 of an hour, or 45 minutes. What is 45/60?", "\\frac34", False),
        ("1/2", "Ann has 12 eggs and eats 6. Which share is left?", "0.5", False),
        ("∞", "What is the limit?", "\\infty", False),
        ("7", "Is 7 or 8 a prime?", "7", False),
        ("7", "What is 14 / 2 if 7 is a prime?", "7.0", False),
        ("3 \\times 10^{5}", "How many are there?", "300000", False),
        ("x^2 + 2x + 1", "Expand $(x + 1)^2$.", "x^2+2x+1", False),
        ("2^{10}", "Write 1024 as a power of 2.", "2^{10}", False),
    ],
)
def test_answer_that_solves_nothing_is_told_from_one_that_does(
    answer: str, problem: str, reference: str, unsolved: bool
) -> None:
    assert is_unsolved(answer, problem, reference) is unsolved


def test_command_prints_the_report_card_and_its_status_is_one_where_a_policy_earns(command: Run) -> None:
    done = command("rewards", "audit", "--json")
    assert done.returncode == 0 and not done.stderr
    assert {row["name"] for row in json.loads(done.stdout)} == {"golden solutions", *POLICIES}
    failed = command("rewards", "audit", "--how", "mean")
    assert failed.returncode == 1 and "| repeats a true line, with a box |" in failed.stdout
    wrong = command("rewards", "audit", "--count-wrong", "nonsense")
    assert wrong.returncode == 2 and "expected count_wrong among" in wrong.stderr
    assert command("rewards", "audit", "--url", "http://127.0.0.1:9").returncode == 3
