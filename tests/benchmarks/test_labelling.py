"""The benchmark of labelling runs every way and counts what was labelled."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from labelling import main


def test_every_way_of_labelling_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"id": f"c{i}", "problem": "Add.", "steps": [f"{i} + 1 = {i + 1}", "so it is"]} for i in range(6)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    monkeypatch.chdir(tmp_path)
    words = ["labelling.py", "in.jsonl", "--lean-limit", "0", "--memory", "20", "--limit", "5"]
    monkeypatch.setattr(sys, "argv", [*words, "--json"])
    assert main() == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["file"], row["run"], row["processes"], row["chains"], row["steps"]) for row in found] == [
        ("in.jsonl", "exact", 1, 5, 10),
        ("in.jsonl", "exact", 2, 5, 10),
        ("in.jsonl", "exact, from the cache", 1, 5, 10),
        ("memory", "20 one-step chains", 1, 20, 20),
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl"]
    monkeypatch.setattr(sys, "argv", [*words, "--processes", "1"])
    assert main() == 0 and "exact, from the cache, one process" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["labelling.py", "gone.jsonl"])
    assert main() == 2 and "gone.jsonl" in capsys.readouterr().err
