"""Records and reports name the place of a chain; standard error names the columns of a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

import verifier
from verifier.intake.chains import Sources
from verifier.intake.fixes import fixes
from verifier.intake.source import Reading
from verifier.pipeline.verify import verify
from verifier.records.record import record

Run = Callable[..., CompletedProcess[str]]
PROBLEM = "What is 2 + 3 apples?"
ROW = {"question": PROBLEM, "solution": "So 2 + 3 = 6.", "source": "web"}


def table(path: Path) -> str:
    """Write the row in the form that the ending names."""
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist([ROW]), path)
    elif path.suffix in (".csv", ".tsv"):
        cut = "," if path.suffix == ".csv" else "\t"
        path.write_text(f"{cut.join(ROW)}\n{cut.join(ROW.values())}\n")
    else:
        path.write_text(json.dumps(ROW))
    return str(path)


PLACES = {"a.jsonl": "a.jsonl:1", "a.csv": "a.csv:2", "a.tsv": "a.tsv:2", "a.parquet": "a.parquet, row 1"}


@pytest.mark.parametrize("name", PLACES)
def test_table_names_its_columns_and_each_chain_its_place(name: str, tmp_path: Path) -> None:
    told: list[str] = []
    [chain] = Sources([table(tmp_path / name)], told=told.append).items(None)  # type: ignore[arg-type]
    assert isinstance(chain, verifier.Chain) and chain.place == f"{tmp_path}/{PLACES[name]}"
    assert told == [f"{tmp_path / name}: steps from solution; problem from question; not used: source"]


def test_table_without_a_problem_is_refused_unless_it_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('solution,exercise,source\n"So 2 + 3 = 5.","What is 2 + 3?",web\n')
    [bad] = Sources([str(path)]).items(None)  # type: ignore[arg-type]
    assert "found solution, exercise, source; name it with --map problem=exercise" in str(bad)
    for problem, columns in (("", {}), (None, {"problem": ""}), (None, {"problem": "exercise"})):
        [chain] = Sources([str(path)], problem, Reading(renamed=columns)).items(None)  # type: ignore[arg-type]
        assert isinstance(chain, verifier.Chain)


def test_hints_name_columns_that_are_there_and_fit() -> None:
    assert "problem=exercise,steps=worked" in fixes({"exercise": "Add 2 and 3.", "worked": "So 2 + 3 = 5."})[0]
    assert "--map" not in " ".join(fixes({"context": 3, "task": "GSM8K"}))


@pytest.mark.parametrize("how", [[], ["--summary"], ["--format", "sarif"], ["--format", "junit"], ["--json"]])
def test_every_report_names_the_place(how: list[str], command: Run, tmp_path: Path) -> None:
    rows = [{"id": f"c{i}", "problem": "Add 2 and 3.", "steps": ["2 + 3 = 6."]} for i in range(2)]
    (tmp_path / "gsm.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = command("check", "gsm.jsonl", "--lean", "off", *how)
    assert "gsm.jsonl:2" in done.stdout and "c1" in done.stdout


def test_place_passes_recheck_and_older_records_do(command: Run, tmp_path: Path) -> None:
    (tmp_path / "homework.txt").write_text("3x = 15.\n\nx = 6.\n")
    (tmp_path / "problem.txt").write_text("Solve 3x + 5 = 20 for x.\n")
    done = command("check", "homework.txt", "--problem", "@problem.txt", "--lean", "off", "--json")
    made: dict[str, Any] = json.loads(done.stdout)
    assert (made["place"], made["split"], made["problem"]) == ("homework.txt", "auto", "Solve 3x + 5 = 20 for x.")
    older = {key: value for key, value in made.items() if key not in ("place", "split")}
    assert verifier.recheck([made, older])
    assert not verifier.recheck([{**made, "place": 3}])


@pytest.mark.parametrize("name", ["check", "explain", "prove-chain", "repair"])
def test_problem_in_a_file_that_is_not_there_is_refused(name: str, command: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("2 + 3 = 5.\n")
    more = ["--step", "0"] if name == "explain" else []
    done = command(name, "a.txt", "--problem", "@none.txt", "--lean", "off", *more)
    assert done.returncode == 2 and "none.txt" in done.stderr
    (tmp_path / "none.txt").write_text("\ufeffWhat is 2 + 3?\n", encoding="utf-8")
    assert command(name, "a.txt", "--problem", "@none.txt", "--lean", "off", *more).returncode in (0, 1)


def test_one_text_is_split_and_the_result_says_so() -> None:
    judged = verify("Solve 3x + 5 = 20 for x.", "3x = 15.\n\nx = 5.", lean="off")
    assert [step.text for step in judged.steps] == ["3x = 15.", "x = 5."]
    assert record(judged)["split"] == "auto" and "split into 2 steps (auto)" in str(judged)
    assert "split" not in record(verify("Add.", ["2 + 3 = 5."], lean="off"))
