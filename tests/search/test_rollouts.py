"""Step values by rollouts: intervals, labels, the first error, reuse, and a run that is cut short."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.command_line import Run, lines

from verifier.chain import Chain
from verifier.intake.example import Example
from verifier.intake.source import examples
from verifier.pipeline.judge import Judge
from verifier.search.policies.policy import Partial, PolicyLost, Proposed
from verifier.search.policies.replay import Replay
from verifier.search.rollouts.omega import Omega, grow
from verifier.search.rollouts.rollout_job import Refused, RolloutSpec, run
from verifier.search.rollouts.rollouts import (
    Rollouts,
    RolloutSettings,
    Value,
    by_answer,
    every_step,
    first_error,
    labelled,
    wilson,
)

PROBLEM = "Ann has 2 boxes of 6 eggs and 3 more. How many?"
RIGHT = ["2 * 6 = 12", "12 + 3 = 15", "The answer is 15."]
WRONG = ["2 * 6 = 12", "12 + 3 = 16", "16 - 0 = 16", "The answer is 16."]
RECORDED = [Chain.of(PROBLEM, steps) for steps in (RIGHT, WRONG, [*RIGHT[:2], "So the answer is 15."])]


def rollouts(*, seed: int = 0, plan: RolloutSettings = RolloutSettings(batch=2, most=4)) -> Rollouts:  # noqa: B008  # frozen
    return Rollouts(Replay(RECORDED), by_answer("15"), plan, seed)


@pytest.mark.parametrize(
    ("right", "tries", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_wilsons_interval_is_the_published_one(right: int, tries: int, low: float, high: float) -> None:
    assert wilson(right, tries) == (low, high)


def test_wilsons_ends_solve_the_equation_that_defines_them() -> None:
    z = 1.959963984540054
    for right, tries in ((3, 17), (40, 60), (1, 90)):
        for end in wilson(right, tries):
            assert math.isclose(abs(right / tries - end), z * math.sqrt(end * (1 - end) / tries), abs_tol=2e-4)
    with pytest.raises(ValueError, match="expected"):
        wilson(3, 2)


def test_hard_and_soft_labels_are_math_shepherds() -> None:
    some, none, untold = Value(1, 3), Value(0, 4), Value(0, 0, 4)
    assert (some.label("hard"), some.label("soft")) == (1.0, 0.25)
    assert (none.label("hard"), none.label("soft")) == (0.0, 0.0)
    assert untold.label("hard") is None and untold.label("soft") is None


def test_sampling_stops_when_it_is_decided() -> None:
    hard, soft = RolloutSettings("hard", 4, 16), RolloutSettings("soft", 4, 64)
    assert Value(1, 0).decided(hard) and not Value(0, 12).decided(hard)
    assert not Value(3, 3).decided(soft) and Value(8, 0).decided(soft) and Value(0, 8).decided(soft)
    made = rollouts(plan=RolloutSettings("hard", 1, 50))
    made.sampled(Partial(PROBLEM, tuple(RIGHT[:2])))
    assert made.counts["rollouts"] == 1


def test_every_prefix_has_a_value_and_the_wrong_step_none_that_is_right() -> None:
    found = every_step(RECORDED[1], rollouts())
    assert [value.label("hard") if value else None for value in found.values] == [1.0, 0.0, 0.0, 0.0]
    assert found.first_error == 1
    good = every_step(RECORDED[0], rollouts())
    assert good.first_error == -1 and labelled(good, "hard").labels == (1.0, 1.0, 1.0)  # type: ignore[union-attr]


def test_the_binary_search_finds_the_same_first_error() -> None:
    for chain in RECORDED:
        assert first_error(chain, rollouts()).first_error == every_step(chain, rollouts()).first_error
    steps = [f"{i} + 1 = {i + 1}" for i in range(32)]

    class Knows:
        """A stand-in for a policy whose success is known exactly: it is right from prefixes of up to 20 steps."""

        name, asked = "knows", 0

        def next_steps(
            self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False
        ) -> list[Proposed]:
            Knows.asked += 1
            answer = "15" if len(chains[0].steps) <= 20 else "16"
            return Replay([Chain.of(PROBLEM, [*chains[0].steps, f"The answer is {answer}."])]).next_steps(
                chains, count, seed, whole=whole
            )

    found = first_error(Chain.of(PROBLEM, steps), Rollouts(Knows(), by_answer("15"), RolloutSettings(batch=1, most=1)))
    assert found.first_error == 20 and Knows.asked <= 7


def test_a_rollout_that_goes_on_as_the_chain_does_is_used_again() -> None:
    made = rollouts(plan=RolloutSettings("soft", 3, 3))
    made.sampled(Partial(PROBLEM))
    before = made.counts["requests"]
    value = made.sampled(Partial(PROBLEM, tuple(WRONG[:1])))
    assert value.reused == 3 and made.counts["requests"] == before


def test_the_tree_of_rollouts_values_the_prefixes_around_first_errors() -> None:
    grown = grow(PROBLEM, rollouts(plan=RolloutSettings("soft", 3, 3)), Omega(searches=5))
    assert grown.stopped == "no wrong rollout is left to search"
    assert grown.values[()].share == 0.6667
    assert grown.values[tuple(WRONG[:2])].share == 0.0


def test_a_problem_without_an_answer_a_silent_and_a_lost_policy_are_told(tmp_path: Path) -> None:
    rows = [
        Example(Chain.of(PROBLEM, WRONG, "a", "15")),
        Example(Chain.of(PROBLEM, WRONG, "b")),
        Example(Chain.of("Another?", ["2 + 2 = 4"], "c", "4")),
    ]
    out = tmp_path / "out.jsonl"
    with Judge("off") as judge:
        counts = run(rows, Replay(RECORDED), RolloutSpec(plan=RolloutSettings(batch=2, most=4)), out, judge)
    assert (counts["rows"], counts["errors"]) == (3, 2)
    assert counts["settled incorrect, labelled bad"] == 1 and counts["settled correct, labelled good"] == 1
    told = [row["error"] for row in lines((tmp_path / "out.jsonl.errors.jsonl").read_text())]
    assert "expected an answer" in told[0] and "nothing is recorded" in told[1]
    assert [row["labels"] for row in lines(out.read_text())] == [[1.0, 0.0, 0.0, 0.0]]


def test_a_run_that_is_cut_short_goes_on_and_does_nothing_twice(tmp_path: Path) -> None:
    class Dies(Replay):
        left = 3

        def next_steps(
            self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False
        ) -> list[Proposed]:
            Dies.left -= 1
            if Dies.left < 0:
                raise PolicyLost("gone")
            return super().next_steps(chains, count, seed, whole=whole)

    rows = [Example(Chain.of(PROBLEM, steps, str(i), "15")) for i, steps in enumerate((RIGHT, WRONG, RIGHT))]
    order, whole, out = (
        RolloutSpec(plan=RolloutSettings(batch=2, most=2)),
        tmp_path / "whole.jsonl",
        tmp_path / "out.jsonl",
    )
    with Judge("off") as judge:
        run(rows, Replay(RECORDED), order, whole, judge)
        with pytest.raises(PolicyLost):
            run(rows, Dies(RECORDED), order, out, judge)
        assert not out.exists()
        with pytest.raises(Refused, match="another run"):
            run(rows, Replay(RECORDED), RolloutSpec("binary"), out, judge)
        run(rows, Replay(RECORDED), order, out, judge)
    assert out.read_bytes() == whole.read_bytes() and not list(tmp_path.glob("*journal*"))


@pytest.mark.parametrize("to", ["math-shepherd", "math-aps", "prm800k", "trl", "processbench", "jsonl"])
@pytest.mark.parametrize("how", ["every", "binary", "omega"])
def test_what_is_written_reads_back(to: str, how: str, tmp_path: Path) -> None:
    row, out = Example(Chain.of(PROBLEM, WRONG, "a", "15")), tmp_path / "out.jsonl"
    with Judge("off") as judge:
        counts = run([row], Replay(RECORDED), RolloutSpec(how, RolloutSettings("soft", 3, 3), to=to), out, judge)  # type: ignore[arg-type]
    if to == "processbench":
        assert {"id", "prediction"} == lines(out.read_text())[0].keys()
        return
    if counts["errors"]:  # a tree's first prefix need not be looked at, and only some formats have room for that
        assert how == "omega" and "no label" in (tmp_path / "out.jsonl.errors.jsonl").read_text()
        return
    found = [one for one in examples([str(out)]) if isinstance(one, Example)]
    assert found and all(one.labels and one.chain.problem == PROBLEM for one in found)


def test_the_command_rolls_out_and_compares_with_verdicts(command: Run, tmp_path: Path) -> None:
    rows = [{"id": str(i), "problem": PROBLEM, "steps": s, "answer": "15"} for i, s in enumerate((RIGHT, WRONG))]
    (tmp_path / "data.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = command("rollouts", "data.jsonl", "--policy", "replay:data.jsonl", "--out", "out.jsonl", "--most", "2")
    assert done.returncode == 0 and "labelled good" in done.stdout, done.stderr
    assert [row["first_error"] for row in lines((tmp_path / "out.jsonl").read_text())] == [-1, 1]


def test_the_command_names_bad_rows_and_replaces_nothing_unasked(tmp_path: Path, command: Run) -> None:
    rows = [{"problem": PROBLEM, "steps": WRONG, "id": "a", "answer": "15"}, {"problem": "Other", "steps": ["1 = 1"]}]
    data, out = tmp_path / "data.jsonl", tmp_path / "out.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    recorded = "".join(
        json.dumps({"problem": PROBLEM, "steps": [s.text for s in one.steps]}) + "\n" for one in RECORDED
    )
    (tmp_path / "recorded.jsonl").write_text(recorded)

    def asked(*more: str) -> tuple[int, str]:
        policy = f"replay:{tmp_path / 'recorded.jsonl'}"
        told = command("rollouts", str(data), "--policy", policy, "--out", str(out), "--most", "2", *more)
        return told.returncode, told.stdout + told.stderr

    status, said = asked()
    assert status == 2 and "row 1: expected an answer" in said and "1 rows" in said
    status, said = asked()
    assert status == 2 and "expected --overwrite" in said
    data.write_text(json.dumps(rows[1]) + "\n")
    status, said = asked("--overwrite")
    assert status == 2 and "has labels" in said and "✓" not in said


def test_a_journal_of_other_rows_is_not_gone_on_from(tmp_path: Path) -> None:
    class Dies(Replay):
        def next_steps(self, *args: object, **more: object) -> list[Proposed]:
            raise PolicyLost("gone")

    row, out = Example(Chain.of(PROBLEM, RIGHT[:2], "a", "15")), tmp_path / "out.jsonl"
    with Judge("off") as judge:
        with pytest.raises(PolicyLost):
            run([row], Dies(RECORDED), RolloutSpec(), out, judge, given={"inputs": ["one"]})
        with pytest.raises(Refused, match="another run"):
            run([row], Replay(RECORDED), RolloutSpec(), out, judge, given={"inputs": ["two"]})
        assert run([row], Replay(RECORDED), RolloutSpec(), out, judge, given={"inputs": ["one"]})["written"] == 1
