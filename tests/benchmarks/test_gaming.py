"""Flattery and paraphrase: the search raises the model's score of a wrong step; a settled step does not change."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from gaming import REWRITES, flattered, game, main
from support import quick_model

from verifier.estimators.surprisal.surprisal import load
from verifier.judging.estimates.fusion import fusion_of
from verifier.pipeline.judge import Judge
from verifier.training.data.examples import Example
from verifier.training.data.perturbation_sites import sites

WRONG = Example("Ann buys 3 boxes of 12 eggs. How many eggs?", ("She buys 3 * 12 = 38 eggs.", "So 38."), (0.0, 0.0))


@pytest.mark.parametrize("number", range(len(REWRITES)))
def test_no_rewrite_changes_a_number(number: int) -> None:
    text = "So it costs 3 * 4 = 12 dollars. Then 12 is halved."
    numbers = [site.text for site in sites(text) if site.kind == "number"]
    assert [site.text for site in sites(REWRITES[number](text)) if site.kind == "number"] == numbers


def test_a_refuted_step_stays_wrong_however_it_is_praised() -> None:
    model = load()
    worst = flattered(model, WRONG, 0, rounds=2)
    assert model.score([worst])[0][0] >= model.score([WRONG.chain])[0][0]
    with Judge(lean="off") as judge:
        alone, fused = game(model, fusion_of(model), judge, [WRONG], threshold=0.99, rounds=2)
    assert (alone.tried, fused.tried) == (1, 1) and alone.rise >= 0
    assert fused.resisted == 1.0 and fused.rise == 0.0


def test_the_script_prints_how_often_wrong_steps_are_talked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {"problem": WRONG.problem, "steps": WRONG.steps, "labels": [0, None], "first_error": 0}
    rows = [{"id": f"c{n}", **row} for n in range(2)]
    (tmp_path / "own.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = ("--prm", quick_model.PRM, "--limit", "2", "--rounds", "1", "--threshold", "0.99")
    monkeypatch.setattr(sys, "argv", ["gaming.py", str(tmp_path / "own.jsonl"), *asked])
    main()
    text = capsys.readouterr().out
    assert "| own | fused | 2 | 2 | 0 | 100% | 22% | +0.000 |" in text and "| own | model alone | 2 |" in text
