"""The benchmark of guards counts what a guard prevents and what it costs, last and alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from guards import GuardTally, bench_guards, main

ROUND = {"problem": "A counter resets after 99.", "steps": ["98 + 5 = 3."]}
HOURS = {"problem": "It is 10 am, and 5 hours pass.", "steps": ["10 + 5 = 3"]}
CHEERED = {"problem": "Add.", "steps": ["Hurrah, 2 + 3 = 5."]}


def rows(path: Path, *chains: tuple[dict[str, object], int]) -> Path:
    """Write chains with the index of their first error, and return the file."""
    path.write_text("".join(json.dumps({**chain, "first_error": first}) + "\n" for chain, first in chains), "utf-8")
    return path


def counted(path: Path, *chains: tuple[dict[str, object], int]) -> GuardTally:
    tally = GuardTally()
    bench_guards(rows(path, *chains), tally)
    return tally


def test_an_accusation_of_a_right_step_is_prevented_and_of_a_wrong_one_lost(tmp_path: Path) -> None:
    tally = counted(tmp_path / "a.jsonl", (ROUND, -1), (ROUND, 0), (ROUND, 0))
    assert tally.chains == 3 and tally.fired["alternative-round"] == 3
    assert tally.last["alternative-round"].figures == tally.alone["alternative-round"].figures == (1, 2, 0, 0)
    assert tally.last["units-differ"].figures == tally.alone["units-differ"].figures == (0, 0, 0, 0)


def test_of_two_guards_that_say_the_same_neither_adds_anything(tmp_path: Path) -> None:
    tally = counted(tmp_path / "a.jsonl", (HOURS, -1))
    for code in ("clock", "alternative-round"):
        assert tally.last[code].figures == (0, 0, 0, 0) and tally.alone[code].figures == (1, 0, 0, 0)


def test_an_approval_that_is_kept_back_counts_by_the_truth(tmp_path: Path) -> None:
    tally = counted(tmp_path / "a.jsonl", (CHEERED, -1), (CHEERED, 0))
    assert tally.last["unread"].figures == (0, 0, 1, 1)


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_the_script_prints_the_figures(
    options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.jsonl").write_text("{oops")
    data = rows(tmp_path / "a.jsonl", (ROUND, -1), (ROUND, 0), (ROUND, 0))
    monkeypatch.setattr(sys, "argv", ["guards.py", str(tmp_path / "broken.jsonl"), str(data), *options])
    assert main() == 2
    shown, complaints = capsys.readouterr()
    assert "broken.jsonl" in complaints
    if options:
        (row,) = (row for row in map(json.loads, shown.splitlines()) if row["code"] == "alternative-round")
        assert (row["fired"], row["last_accused_right"], row["alone_accused_wrong"]) == (3, 1, 2)
    else:
        (line,) = (line for line in shown.splitlines() if line.startswith("alternative-round"))
        assert line.split() == ["alternative-round", "refutation", "3", "1/2", "0/0", "1/2", "0/0"]
