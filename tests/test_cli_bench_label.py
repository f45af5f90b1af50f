"""``verifier bench label`` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

from support.command_line import Run, lines


def test_the_table_says_what_each_way_of_labelling_took(command: Run, tmp_path: Path) -> None:
    rows = [{"id": f"c{i}", "problem": "Add.", "steps": [f"{i} + 1 = {i + 1}", "so it is"]} for i in range(6)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = command("bench", "label", "in.jsonl", "--lean-limit", "0", "--memory", "20", "--limit", "5")
    assert done.returncode == 0, done.stderr
    found = [[cell.strip() for cell in line.split("│")[1:4]] for line in done.stdout.splitlines() if line[:1] == "│"]
    assert found == [
        ["exact, one process", "5", "10"],
        ["exact, two processes", "5", "10"],
        ["exact, from the cache, one process", "5", "10"],
        ["20 one-step chains, one process", "20", "20"],
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl"]


def test_what_is_printed_as_json_can_be_drawn(command: Run, tmp_path: Path) -> None:
    rows = [{"id": f"c{i}", "problem": "Add.", "steps": [f"{i} + 1 = {i + 1}"]} for i in range(4)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = command("bench", "label", "in.jsonl", "--lean-limit", "0", "--processes", "1,2", "--json")
    assert done.returncode == 0, done.stderr
    found = [(row["file"], row["run"], row["processes"], row["chains"], row["steps"]) for row in lines(done.stdout)]
    exact = [("in.jsonl", "exact", 1, 4, 4), ("in.jsonl", "exact", 2, 4, 4)]
    assert found == [*exact, ("in.jsonl", "exact, from the cache", 1, 4, 4)]
    (tmp_path / "runs.jsonl").write_text(done.stdout, "utf-8")
    drawn = command("plot", "runs.jsonl", "-o", "throughput.svg")
    assert drawn.returncode == 0 and "Throughput" in drawn.stdout, drawn.stderr
    assert "in.jsonl, exact, from the cache" in (tmp_path / "throughput.svg").read_text("utf-8")


def test_counts_that_are_none_are_told(command: Run) -> None:
    for option in ("--processes", "--memory"):
        done = command("bench", "label", "in.jsonl", option, "2,many")
        assert done.returncode == 2 and "numbers above 0" in done.stderr


def test_what_cannot_be_labelled_is_told(command: Run) -> None:
    done = command("bench", "label", "gone.jsonl")
    assert done.returncode == 2 and "gone.jsonl: expected a file that can be read" in done.stderr
