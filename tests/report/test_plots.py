"""Plots: what is drawn is what the figures say, and what cannot be drawn is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run

from verifier.commands.pages.plot import run
from verifier.judging.judgements.judgement import JudgedChain
from verifier.records.record import line, record
from verifier.report.plots import pictures_of

pytest.importorskip("matplotlib")

BINS = [
    {"low": 0.0, "high": 0.5, "steps": 4, "score": 0.25, "right": 0.5},
    {"low": 0.5, "high": 1.0, "steps": 0, "score": None, "right": None},
]
FIGURES: dict[str, Any] = {
    "subsets": {
        "$a_": {
            "calibration": {"counts": {"steps": 4}, "bins": BINS},
            "best of 4": {"counts": {"problems": 3}, "mean": {"value": 0.5, "low": 0.25, "high": 0.75}},
            "best of 16": {"counts": {"problems": 3}, "mean": {"value": 0.75, "low": 0.5, "high": 1.0}, "last": None},
        }
    }
}


def test_figures_give_reliability_and_best_of_n() -> None:
    reliability, best = pictures_of([FIGURES])
    assert [(curve.x, curve.y) for curve in reliability.curves] == [((0.25,), (0.5,))]
    assert [(curve.name, curve.x, curve.y, curve.low) for curve in best.curves] == [
        ("mean", (4, 16), (0.5, 0.75), (0.25, 0.5))
    ]


def test_records_give_drift(judged: JudgedChain) -> None:
    (found,) = pictures_of([json.loads(line(record(judged)))] * 2)
    assert {curve.name: curve.y for curve in found.curves} == {
        "settled": (0.75, 0.75),
        "settled incorrect": (0.5, 0.5),
        "checked": (0.25, 0.25),
    }


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_a_picture_is_written(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "figures.json").write_text(json.dumps(FIGURES, indent=1), "utf-8")
    out = tmp_path / f"plot{suffix}"
    assert run(tmp_path / "figures.json", out) == 0
    assert out.read_bytes()[:4] in (b"\x89PNG", b"<?xm", b"%PDF")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "got something else"),
        ("[1]", "got something else"),
        ("{", "expected JSON"),
        ('{"subsets": {}}', "hold no calibration"),
        ('{"subsets": {"a": {"calibration": {"bins": [1]}}}}', "expected figures as"),
        ('{"subsets": {"a": {"best of many": {}}}}', "many"),
        ('{"schema": 1}\n{"schema": 1}', 'line 1: expected a record: an object with "schema": 3, found "schema": 1'),
    ],
)
def test_what_cannot_be_drawn_is_told(command: Run, tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "in.json").write_text(text, "utf-8")
    done = command("plot", "in.json", "-o", "out.png")
    assert done.returncode == 2 and expected in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out.png").exists()
