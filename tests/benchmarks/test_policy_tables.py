"""The tables of rollouts and of best-of-N, from recorded candidates: whole, and the same when made again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PROBLEM = "Ann has 2 boxes of 6 eggs and 3 more. How many?"
RIGHT = ["2 * 6 = 12", "12 + 3 = 15", "The answer is 15."]
WRONG = ["2 * 6 = 12", "12 + 3 = 16", "16 - 0 = 16", "The answer is 16."]


def table(script: str, folder: Path, *more: str) -> list[str]:
    rows = [
        {"id": "a", "labels": [1, 1, 1], "first_error": -1, "steps": RIGHT},
        {"id": "b", "labels": [1, 0, None, None], "first_error": 1, "steps": WRONG},
    ]
    chains = folder / "chains.jsonl"
    chains.write_text("".join(json.dumps({"problem": PROBLEM, "answer": "15", **row}) + "\n" for row in rows))
    command = [sys.executable, str(Path(__file__).parent / script), str(chains), "--keep", str(folder / "kept.jsonl")]
    done = subprocess.run([*command, *more], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_labels_by_rollouts_and_verdicts_are_held_against_expert_labels(tmp_path: Path) -> None:
    asked = ("step_values.py", tmp_path, "--policy", f"replay:{tmp_path / 'chains.jsonl'}", "--most", "2")
    made = table(*asked)
    assert "2 of 2 chains" in made[1]
    cells = {row.split("|")[1].strip(): [cell.strip() for cell in row.split("|")[2:]] for row in made[4:]}
    assert cells["every prefix, hard"][:3] == [
        "5/5 1.00 [1.00, 1.00]",
        "5/5 1.00 [1.00, 1.00]",
        "1/1 1.00 [1.00, 1.00]",
    ]
    assert cells["rules, else hard"][1] == "5/5 1.00 [1.00, 1.00]"
    assert int(cells["rules, else hard"][5]) < int(cells["every prefix, hard"][5]), "what is settled costs no tokens"
    assert table(*asked) == made
    kept = table("step_values.py", tmp_path, "--policy", "none", "--name", "replay", "--most", "2")
    assert kept == made


def test_ways_of_choosing_are_compared_at_equal_tokens(tmp_path: Path) -> None:
    made = table("search_tokens.py", tmp_path, "--policy", f"replay:{tmp_path / 'chains.jsonl'}", "--n", "2", "--trees")
    assert made[1] == "replay: 1 of 1 problems, 2 solutions each, seed 0"
    right = {row.split("|")[1].strip(): row.split("|")[2].split()[0] for row in made[4:]}
    assert right["any of 2"] == "1.00" and right["best of 2: exact, then majority"] == "1.00"
    assert {"one sample", "beam search", "tree search"} <= right.keys()
