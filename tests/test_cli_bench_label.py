"""``verifier bench label`` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

from driving import Run


def test_the_table_says_what_each_way_of_labelling_took(command: Run, tmp_path: Path) -> None:
    rows = [{"id": f"c{i}", "problem": "Add.", "steps": [f"{i} + 1 = {i + 1}", "so it is"]} for i in range(6)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = command("bench", "label", "in.jsonl", "--lean-limit", "0", "--memory", "20", "--limit", "5")
    assert done.returncode == 0, done.stderr
    found = [[cell.strip() for cell in line.split("│")[1:4]] for line in done.stdout.splitlines() if line[:1] == "│"]
    assert found == [
        ["exact, one process", "5", "10"],
        ["exact, two processes", "5", "10"],
        ["exact, from the cache", "5", "10"],
        ["20 one-step chains", "20", "20"],
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl"]


def test_what_cannot_be_labelled_is_told(command: Run) -> None:
    done = command("bench", "label", "gone.jsonl")
    assert done.returncode == 2 and "gone.jsonl: expected a file that can be read" in done.stderr
