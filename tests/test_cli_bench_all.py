"""``verifier bench all`` as a user runs it: one page of figures, from what data there are."""

from __future__ import annotations

import json
from pathlib import Path

from support.command_line import Run

CHAINS = [
    {"id": "right", "problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5."], "first_error": -1},
    {"id": "wrong", "problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 6."], "first_error": 0},
]
PROGRAM = "def f(n):\n    return n + 1"
RUN = {
    "id": "run",
    "problem": f"What does it return?\n\n```python\n{PROGRAM}\n```\n\n`assert f(5) == ??`",
    "steps": ["So `f(5)` returns 7."],
    "final_correct": False,
    "meta": {"model_answer": "7"},
}


def test_the_page_holds_what_there_are_data_for_and_says_what_there_are_none_for(command: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "processbench_gsm8k.jsonl").write_text("\n".join(map(json.dumps, CHAINS)))
    (tmp_path / "data" / "modern_programs.jsonl").write_text(json.dumps(RUN))
    words = ("data", "--quick", "--only", "exact", "--only", "programs", "--only", "translations")
    done = command("bench", "all", *words, "--keep", "kept", "--write", "figures.md")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "figures.md").read_text()
    assert "| processbench_gsm8k | 2 | 0 of 1 | 95.00% | 0 of 1 | 95.00% | 1 of 1 | - | 100.0% |" in page
    assert "1 | 1 | 0 | 1 | 1 of 1 | -" in page  # the program's half with a chain: one claim, refuted
    assert "Not measured: no translations in data/formal" in page
    assert "`verifier bench exact DATA/*.jsonl.gz --limit 200`" in page and "verifier bench all DATA --quick" in page
    (tmp_path / "kept" / "exact.json").write_text(
        (tmp_path / "kept" / "exact.json").read_text().replace("1 of 1", "kept from before")
    )
    again = command("bench", "all", *words, "--keep", "kept")
    assert again.returncode == 0 and "kept from before" in again.stdout
    (tmp_path / "data" / "processbench_gsm8k.jsonl").write_text(json.dumps(CHAINS[0]))
    other = command("bench", "all", *words, "--keep", "kept")
    assert "kept from before" not in other.stdout and "| processbench_gsm8k | 1 |" in other.stdout


def test_a_section_that_fails_is_told_and_the_others_are_measured(command: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "processbench_gsm8k.jsonl").write_text("{oops")
    done = command("bench", "all", "data", "--quick", "--only", "exact", "--only", "programs")
    assert done.returncode == 3 and "Not measured: data/processbench_gsm8k.jsonl, line 1" in done.stdout
    assert "exact: Not measured" in done.stderr and "Not measured: none of these in data" in done.stdout
    none = command("bench", "all", "absent")
    assert none.returncode == 2 and "absent: expected a folder" in none.stderr
