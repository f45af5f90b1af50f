"""``verifier eval`` as a user runs it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run, lines

CHAINS = [
    {"id": "right", "problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5."], "labels": [1], "first_error": -1},
    {
        "id": "wrong",
        "problem": "Add 2 and 4.",
        "steps": ["So 2 + 4 = 7.", "Done."],
        "labels": [0, None],
        "first_error": 0,
    },
    {
        "id": "late",
        "problem": "Add 5 and 4.",
        "steps": ["So 5 + 4 = 9.", "So 9 + 1 = 11."],
        "labels": [1, 0],
        "first_error": 1,
    },
    {"id": "prose", "problem": "Who is it?", "steps": ["Nobody."], "labels": [0], "first_error": 0},
]
SCORES = [
    {"id": "right", "scores": [0.7]},
    {"id": "wrong", "scores": [0.8, 0.9]},
    {"id": "late", "scores": [0.4, 0.6]},
    {"id": "prose", "scores": [0.3]},
]


def written(path: Path, rows: list[Any]) -> str:
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows) + "\n"
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return str(path)


@pytest.fixture
def data(tmp_path: Path) -> str:
    return written(tmp_path / "chains.jsonl.gz", CHAINS)


def test_a_judge_on_the_spot_and_its_records_give_the_same_figures(command: Run, data: str, tmp_path: Path) -> None:
    now = command("eval", data, "--json", "--bootstrap", "50")
    assert now.returncode == 0, now.stderr
    found = json.loads(now.stdout)["subsets"]["chains"]
    assert found["first error"]["error_accuracy"]["value"] == round(2 / 3, 4)
    assert found["first error"]["correct_accuracy"]["value"] == 1.0
    assert found["first error"]["f1"]["value"] == 0.8
    assert found["exact"]["counts"]["settled_incorrect"] == 2
    stripped = [{key: row[key] for key in ("id", "problem", "steps")} for row in CHAINS]
    chains = written(tmp_path / "plain.jsonl", stripped)
    records = tmp_path / "records.jsonl"
    records.write_text(command("check", chains, "--json", "--lean", "off").stdout)
    assert command("eval", data, "--records", str(records), "--json", "--bootstrap", "50").stdout == now.stdout


def test_another_systems_scores_before_and_after_our_verdicts(command: Run, data: str, tmp_path: Path) -> None:
    scores = written(tmp_path / "scores.jsonl", SCORES)
    alone = json.loads(command("eval", data, "--scores", scores, "--json", "--bootstrap", "20").stdout)
    assert alone["subsets"]["chains"]["first error"]["error_accuracy"]["value"] == round(1 / 3, 4)
    done = command("eval", data, "--fuse", scores, "--json", "--bootstrap", "200")
    found = json.loads(done.stdout)["subsets"]["chains"]["first error"]["error_accuracy"]
    assert found["before"]["value"] == round(1 / 3, 4) and found["after"]["value"] == 1.0
    assert found["difference"]["value"] == round(2 / 3, 4) and found["difference"]["low"] >= 0
    shown = command("eval", data, "--fuse", scores, "--bootstrap", "20")
    assert shown.returncode == 0 and "0.333 → 1.000" in shown.stdout and "+0.667" in shown.stdout


def test_a_table_is_shown_and_a_kept_run_goes_on(command: Run, data: str, tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    first = command("eval", data, "--keep", str(keep), "--bootstrap", "10")
    assert first.returncode == 0 and "error accuracy" in first.stdout and "95% intervals by 10 draws" in first.stdout
    whole = keep.read_text()
    keep.write_text(whole[: len(whole) // 2])  # as if killed while it wrote a record
    again = command("eval", data, "--keep", str(keep), "--bootstrap", "10")
    assert again.stdout == first.stdout
    assert sorted(row["id"] for row in lines(keep.read_text())) == sorted(row["id"] for row in CHAINS)


def test_the_threshold_is_chosen_on_one_subset_and_used_on_the_other(command: Run, data: str, tmp_path: Path) -> None:
    other = [{**row, "id": f"o-{row['id']}"} for row in CHAINS]
    scores = [*SCORES, *({"id": f"o-{row['id']}", "scores": row["scores"]} for row in SCORES)]
    files = data, written(tmp_path / "other.jsonl", other)
    named = written(tmp_path / "scores.jsonl", scores)
    done = command("eval", *files, "--scores", named, "--threshold-from", "other", "--json", "--bootstrap", "0")
    found = json.loads(done.stdout)
    assert list(found["subsets"]) == ["chains"] and found["threshold"]["chosen_on"] == "other"
    assert found["threshold"]["value"] == 0.35  # names "prose", leaves "right" alone: 1 of 3 and 1 of 1
    wrong = command("eval", *files, "--scores", named, "--threshold-from", "nothing")
    assert wrong.returncode == 2 and "expected a subset" in wrong.stderr


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([*SCORES, {"id": "stranger", "scores": [1]}], "expected an id of the data, got 'stranger'"),
        (SCORES[1:], "expected a row for the chain 'right', got none"),
        ([*SCORES[1:], '{"id": "right", "scores": [NaN]}'], "scores.jsonl:4: expected a finite score 0"),
        ([*SCORES[1:], {"id": "right", "scores": ["high"]}], "expected a number or null as score 0"),
        ([*SCORES[1:], {"id": "right", "scores": [0.5, 0.5]}], "expected 1 steps of the chain 'right', got 2"),
        ([*SCORES, SCORES[0]], "scores.jsonl:5: expected each id once, got 'right' again"),
        ([*SCORES, "{oops"], "scores.jsonl:5: expected JSON"),
        ([*SCORES, {"id": "right"}], 'expected an object {"id": string, "scores"'),
    ],
)
def test_a_bad_row_is_named_left_out_and_told_by_the_status(
    command: Run, data: str, tmp_path: Path, rows: list[Any], said: str
) -> None:
    scores = written(tmp_path / "scores.jsonl", rows)
    done = command("eval", data, "--scores", scores, "--json", "--bootstrap", "0")
    assert done.returncode == 2 and said in done.stderr and "rows were left out" in done.stderr
    assert json.loads(done.stdout)["subsets"]["chains"]["exact"]["counts"]["steps"] >= 5, "the rest is measured"


@pytest.mark.parametrize("option", ["--scores", "--records", "--fuse"])
def test_an_empty_or_absent_file_is_one_line(command: Run, data: str, tmp_path: Path, option: str) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    for name, said in (("empty.jsonl", "expected at least one row"), ("absent.jsonl", "expected a file")):
        done = command("eval", data, option, str(tmp_path / name), "--limit", "1")
        assert done.returncode == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr


def test_bad_labels_name_their_row(command: Run, tmp_path: Path) -> None:
    rows = [CHAINS[0], {**CHAINS[1], "labels": [0]}, {**CHAINS[2], "first_error": 9}, CHAINS[0], {"problem": "p"}]
    done = command("eval", written(tmp_path / "bad.jsonl", rows), "--json", "--bootstrap", "0")
    assert done.returncode == 2
    for said in (
        "bad.jsonl:2: expected as many labels",
        "bad.jsonl:3: expected the first error",
        "expected each id once",
    ):
        assert said in done.stderr
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(gzip.compress(json.dumps(CHAINS[0]).encode())[:-9])
    done = command("eval", str(cut))
    assert done.returncode == 2 and "cut off or damaged" in done.stderr


def test_benchmarks_are_read_in_their_own_formats(command: Run, tmp_path: Path) -> None:
    bench = [
        {
            "id": "pb-1",
            "generator": "g",
            "problem": "p",
            "steps": ["So 2 + 2 = 5."],
            "label": 0,
            "final_answer_correct": False,
        },
        {
            "id": "pb-2",
            "generator": "g",
            "problem": "p",
            "steps": ["So 2 + 2 = 4."],
            "label": -1,
            "final_answer_correct": True,
        },
    ]
    prm = {
        "idx": "circular_1",
        "original_question": "q",
        "modified_question": "q",
        "original_process": ["a"],
        "modified_process": ["So 2 + 2 = 4.", "So 2 + 2 = 5."],
        "modified_steps": [2],
        "error_steps": [2],
        "reason": "r",
        "question": "q",
        "classification": "circular",
    }
    mr = {
        "uuid": "m1",
        "question": "q",
        "model_output_steps": ["So 3 + 3 = 6.", "So 3 + 1 = 5."],
        "model_output_solution_correctness": "wrong",
        "model_output_solution_first_error_step": 2,
        "ground_truth_answer": "4",
    }
    files = (
        written(tmp_path / "bench.jsonl", bench),
        written(tmp_path / "prm.jsonl", [prm]),
        written(tmp_path / "mr.jsonl", [mr]),
    )
    done = command("eval", *files, "--json", "--bootstrap", "10")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["subsets"]
    assert found["bench"]["first error"]["f1"]["value"] == 1.0
    assert found["prm"]["family: simplicity"]["macro_f1"]["value"] == 1.0
    assert found["mr"]["mr"]["first_error_accuracy"]["value"] == 1.0
    assert found["average"]["first error"]["error_accuracy"]["value"] == 1.0


def test_options_that_exclude_each_other_are_refused(command: Run, data: str) -> None:
    assert command("eval", data, "--records", "r", "--scores", "s").returncode == 2
    assert command("eval", data, "--fuse", "r", "--scores", "s").returncode == 2
