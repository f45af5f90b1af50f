"""``verifier eval`` by translations: the same tables, records that know their translations, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command_line import Run, lines

FOLDER = Path(__file__).parents[2] / "examples" / "formal"
FIRST, SECOND = str(FOLDER / "bakery.json"), str(FOLDER / "bakery_agreeing.json")


@pytest.fixture
def data(tmp_path: Path) -> str:
    """The bakery, labelled, and a chain that nobody translates, with an error of arithmetic."""
    formal = json.loads(Path(FIRST).read_text("utf-8"))
    rows = [
        {"problem": formal["problem"], "steps": formal["steps_text"], "label": 1},
        {"id": "alone", "problem": "Add.", "steps": ["2 + 2 = 5"], "label": 0},
    ]
    (tmp_path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return "data.jsonl"


def test_translations_are_measured_in_the_tables_of_every_judge(command: Run, data: str) -> None:
    words = ("eval", data, "--json", "--bootstrap", "0", "--formal", FIRST, "--formal", SECOND)
    for trust, share in (("evidence", 0.5), ("agreeing", 1.0)):
        done = command(*words, "--trust", trust)
        assert done.returncode == 0, done.stderr
        figures = json.loads(done.stdout)["subsets"]["data"]
        assert figures["first error"]["error_accuracy"]["value"] == share
    assert "first error" in command("eval", data, "--given", FIRST, "--bootstrap", "0").stdout


def test_records_that_are_kept_are_read_again_and_only_with_the_same_translations(
    command: Run, data: str, tmp_path: Path
) -> None:
    words = ("eval", data, "--json", "--bootstrap", "0", "--keep", "keep.jsonl")
    first = command(*words, "--given", FIRST)
    assert first.stdout == command(*words, "--given", FIRST).stdout
    kept = lines((tmp_path / "keep.jsonl").read_text("utf-8"))
    assert [row["id"] for row in kept] == ["data, row 1", "alone"] and command("recheck", "keep.jsonl").returncode == 0
    command(*words, "--given", SECOND)
    assert len(lines((tmp_path / "keep.jsonl").read_text("utf-8"))) == 3
    exact = command(*words)
    assert exact.returncode == 2 and "expected records without translations" in exact.stderr


def test_records_of_formal_chains_are_measured(command: Run, data: str, tmp_path: Path) -> None:
    named = [{"id": "bakery", **row} for row in lines((tmp_path / data).read_text("utf-8"))]  # only one has no id
    (tmp_path / data).write_text("".join(json.dumps(row) + "\n" for row in named), "utf-8")
    records = command("check", data, "--given", FIRST, "--json")
    (tmp_path / "records.jsonl").write_text(records.stdout, "utf-8")
    measured = command("eval", data, "--json", "--bootstrap", "0", "--records", "records.jsonl")
    assert measured.returncode == 0, measured.stderr
    judged = command("eval", data, "--json", "--bootstrap", "0", "--given", FIRST)
    assert json.loads(measured.stdout)["subsets"] == json.loads(judged.stdout)["subsets"]


@pytest.mark.parametrize("words", [("--records", "x"), ("--lean", "auto")], ids=str)
def test_options_that_translations_have_not_are_refused(command: Run, data: str, words: tuple[str, ...]) -> None:
    done = command("eval", data, "--given", FIRST, *words)
    assert done.returncode == 2 and "not available with --formal" in done.stderr
    assert command("eval", data, "--given", "none.jsonl").returncode == 2
