"""``verifier bench exact`` as a user runs it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from support.command_line import Run

LABELLED = [
    {"id": "right", "problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5."], "first_error": -1},
    {"id": "wrong", "problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 6."], "first_error": 0},
    {"id": "accused", "problem": "Add 2 and 4.", "steps": ["So 2 + 4 = 7."], "first_error": -1},
]


def figures(text: str) -> dict[str, str]:
    """Return the rows of the table in ``text``."""
    rows = (line.split("│")[1:3] for line in text.splitlines() if line.startswith("│"))
    return {name.strip(): value.strip() for name, value in rows}


def test_the_table_counts_what_was_judged_and_how_right_it_was(command: Run, tmp_path: Path) -> None:
    data = tmp_path / "labelled.jsonl.gz"
    data.write_bytes(gzip.compress("\n".join(map(json.dumps, LABELLED)).encode()))
    done = command("bench", "exact", str(data), "--show")
    assert done.returncode == 0
    found = figures(done.stdout)
    assert (found["chains"], found["first error named"], found["right accused"]) == ("3", "1", "1")
    assert "accused: accused, step 0" in done.stdout and "refuted: wrong, step 0" in done.stdout


def test_the_limit_is_for_each_file(command: Run, tmp_path: Path) -> None:
    data = tmp_path / "labelled.jsonl"
    data.write_text("\n".join(map(json.dumps, LABELLED)))
    assert figures(command("bench", "exact", str(data), "--limit", "1").stdout)["chains"] == "1"


def test_what_is_no_file_of_chains_is_said_in_one_line(command: Run, tmp_path: Path) -> None:
    for name, content in {"broken": b"{oops", "list": b"[1]", "bytes": b"\xff\xfe", "cut.gz": b"\x1f\x8b\x08"}.items():
        (tmp_path / name).write_bytes(content)
        done = command("bench", "exact", str(tmp_path / name))
        assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and name in done.stderr, done.stderr
    done = command("bench", "exact", str(tmp_path / "absent"))
    assert done.returncode == 2 and "absent: expected a file" in done.stderr


def test_the_tables_are_written_for_both_parts(command: Run, tmp_path: Path) -> None:
    data = tmp_path / "labelled.jsonl"
    data.write_text("\n".join(map(json.dumps, LABELLED)))
    done = command("bench", "exact", str(data), "--split", "--write", "figures.md")
    assert done.returncode == 0
    text = (tmp_path / "figures.md").read_text()
    assert "| labelled | open |" in text and "| labelled | held out |" in text and "--split --write figures.md`" in text
    (tmp_path / "figures.md").write_text("something else")
    done = command("bench", "exact", str(data), "--write", "figures.md")
    assert done.returncode == 2 and "expected the marks" in done.stderr
