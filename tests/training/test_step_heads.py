"""Heads of the default model: each learns what all files but one show, and is told apart by that one alone."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from support import quick_model
from support.command_line import Run

from verifier.chain import problem_hash
from verifier.estimators.surprisal.step_heads import FIGURES, read
from verifier.evaluation.items import Labelled
from verifier.judging.estimates.fusion import TERMS, Fusion
from verifier.training.as_shipped.step_heads import Shown, crossed

WIDTH = 40
FUSION = Fusion({term: 2.0 if term == "model" else 0.0 for term in TERMS})


def lessons(signs: dict[str, float], often: float = 0.5) -> list[Shown]:
    """Files of chains whose steps err where their first state, times a sign of the file, is low, give or take noise."""
    dice, found = np.random.default_rng(3), []
    for file, sign in signs.items():
        for number in range(60):
            states = dice.normal(size=(4, WIDTH)) * np.array([3.0, *[0.5] * (WIDTH - 1)])
            right = sign * states[:, 0] + dice.normal(size=4) > np.quantile(states[:, 0], often) * 0.5
            seen = np.column_stack([np.ones(4), dice.normal(size=(4, 2)), np.log1p(np.arange(4)), states])
            found.append(Shown(file, problem_hash(f"{file} {number}"), seen.astype(np.float32), np.zeros(4), right))
    return found


def chains(shown: list[Shown]) -> list[Labelled]:
    numbers = dict.fromkeys(dict.fromkeys(one.file for one in shown), 0)
    found = []
    for one in shown:
        problem = f"{one.file} {numbers[one.file]}"
        numbers[one.file] += 1
        found.append(Labelled(problem, one.file, problem, ("x",), (None,)))
    return found


def test_what_the_files_share_is_learnt_and_told_of_the_file_that_did_not_teach_it() -> None:
    shown = lessons({"a": 1, "b": 1, "c": 1})
    heads, found = crossed(shown, chains(shown), FUSION)
    assert heads.weights.shape == (4, len(FIGURES) + WIDTH) and len(heads.problems) == 180
    assert all(one.auc > 0.8 > 0.6 > one.plain and one.recipe[1] for one in found)
    assert [heads.row(f"{file} 7") for file in ("a", "b", "c", "d")] == [1, 2, 3, 0]


def test_a_file_teaches_no_head_that_is_asked_about_it() -> None:
    shown = lessons({"a": 1, "b": 1, "c": -1})
    heads, _ = crossed(shown, chains(shown), FUSION)
    first = heads.weights[:, len(FIGURES)]
    assert first[3] > 0.15, "the head of file c has seen the other two alone"
    assert abs(first[1]) < 0.1 and abs(first[2]) < 0.1, "the heads of the others saw c contradict one of them"


def test_the_fusion_makes_of_a_head_what_was_fitted() -> None:
    """Twice the log-odds of the head, by the fusion: steps are said to be right as often as they are."""
    shown = lessons({"a": 1, "b": 1, "c": 1}, often=0.8)
    heads, _ = crossed(shown, chains(shown), FUSION)
    told = np.concatenate([1 / (1 + np.exp(-2 * (one.seen @ heads.weights[0]))) for one in shown])
    truth = np.concatenate([one.right for one in shown])
    assert told.mean() == pytest.approx(truth.mean(), abs=0.01) and 0.2 < truth.mean() < 0.8


def test_two_files_and_a_fusion_without_the_model_are_refused() -> None:
    shown = lessons({"a": 1, "b": 1})
    with pytest.raises(ValueError, match="at least 3 files, got 2"):
        crossed(shown, chains(shown), FUSION)
    shown = lessons({"a": 1, "b": 1, "c": 1})
    with pytest.raises(ValueError, match="expected a fusion with a weight for the model"):
        crossed(shown, chains(shown), Fusion(dict.fromkeys(TERMS, 0.0)))


def test_the_command_writes_heads_that_the_model_can_use(command: Run, tmp_path: Path) -> None:
    for file, first in (("a", 10), ("b", 20), ("c", 30)):
        rows = [
            {"id": f"{file}{n}", "problem": f"What of {n}?", "steps": [f"It is {'so' if n % 2 else 'not so'}."] * 2}
            | {"label": -1 if n % 2 else 1}
            for n in range(first, first + 4)
        ]
        (tmp_path / f"{file}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    data = [word for file in "abc" for word in ("--data", f"{file}.jsonl")]
    done = command("calibrate", "--step-heads", "heads.safetensors", *data)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("by the other files") == 3 and "taught by 12 chains of 3 files" in done.stdout
    heads = read(tmp_path / "heads.safetensors")
    assert heads.weights.shape == (4, 580) and heads.row("What of 21?") == 2 and math.isfinite(heads.weights.sum())
    other = command("calibrate", "--step-heads", "h", *data, "--prm", quick_model.PRM)
    assert other.returncode == 2 and "--step-heads is for the default model" in other.stderr
    few = command("calibrate", "--step-heads", "h", *data[:2])
    assert few.returncode == 2 and "at least 3 files, got 1" in few.stderr
