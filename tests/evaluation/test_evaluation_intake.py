"""Labels and scores from files: what contradicts itself or is no number is a fault of its row, and of no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.evaluation.intake import from_scores, labelled, said

GOOD = {"id": "good", "problem": "Add.", "steps": ["2 + 2 = 4", "4 + 1 = 6"], "labels": [1, 0], "first_error": 1}


def written(path: Path, rows: list[Any]) -> str:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(path)


def test_a_small_share_of_good_ends_leaves_a_step_open(tmp_path: Path) -> None:
    soft = {**GOOD, "id": "soft", "steps": ["a", "b", "c", "d"], "labels": [0.9, 0.3, 0.2, 0], "first_error": 1}
    found = labelled([written(tmp_path / "soft.jsonl", [GOOD, soft])]).rows
    assert found["good"].labels == (True, False)
    assert found["soft"].labels == (True, False, None, False)


@pytest.mark.parametrize("score", [10**400, float("nan"), float("inf"), "0.5", True])
def test_a_score_that_no_float_holds_costs_its_row(score: Any, tmp_path: Path) -> None:
    rows = [{"id": "bad", "scores": [score]}, {"id": "good", "scores": [0.5, None]}]
    found = said(Path(written(tmp_path / "scores.jsonl", rows)), from_scores)
    assert list(found.rows) == ["good"] and len(found.faults) == 1
