"""Preference pairs and labels from repairs, and the command that writes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command_line import Run, lines

from verifier.chain import Chain
from verifier.intake.source import examples
from verifier.pipeline.judge import Judge
from verifier.repairing.repair import repair
from verifier.repairing.supervision import labels, pairs

PROBLEM = "Ann has 17 pens and 25 pencils."
SLIP = ["So 17 + 25 = 43.", "Then 43 + 6 = 49.", "It is a lot.", "So 25 + 17 = 42."]
STUBBORN = "So $2^{1/2} + 3^{1/2} + 5^{1/2} = 7^{1/3} + 11^{1/3} + 13^{1/3}$."
CHAIN = {"id": "sum", "problem": PROBLEM, "steps": SLIP, "answer": "48"}


def test_a_pair_prefers_the_repaired_step_after_the_same_steps() -> None:
    with Judge(lean="off") as judge:
        found = list(pairs(repair(Chain.of(PROBLEM, ["It is so.", *SLIP]), judge=judge)))
        assert found == [
            {"prompt": f"{PROBLEM}\nIt is so.\n", "chosen": "So 17 + 25 = 42.", "rejected": "So 17 + 25 = 43."}
        ]


def test_a_pair_of_chains_needs_a_whole_repair() -> None:
    with Judge(lean="off") as judge:
        (pair,) = pairs(repair(Chain.of(PROBLEM, SLIP), judge=judge), "chain")
        assert pair["prompt"] == PROBLEM and "43" in pair["rejected"] and "42 + 6 = 48" in pair["chosen"]
        assert list(pairs(repair(Chain.of(PROBLEM, [*SLIP, STUBBORN]), judge=judge), "chain")) == []
        assert list(pairs(repair(Chain.of("", ["So 2 + 2 = 4."]), judge=judge))) == []


def test_what_is_still_refuted_is_not_preferred_nor_stood_upon() -> None:
    refuted = "So 4 + 5 = 8, zorply speaking."  # false, and not settled: there are words that nobody reads
    with Judge(lean="off") as judge:
        after, before = (
            repair(Chain.of(PROBLEM, steps), judge=judge) for steps in ([SLIP[0], refuted], [refuted, SLIP[0]])
        )
    assert [done.state for done in (after, before)] == ["repaired"] * 2
    assert [done.after.steps[n].count("refuted") for done, n in ((after, 1), (before, 0)) if done.after] == [1, 1]
    assert list(pairs(after, "chain")) == list(pairs(before, "chain")) == []
    assert [pair["chosen"] for pair in pairs(after)] == ["So 17 + 25 = 42."] and list(pairs(before)) == []


def test_pairs_load_as_a_data_set_of_preferences(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    with Judge(lean="off") as judge:
        rows = list(pairs(repair(Chain.of(PROBLEM, SLIP), judge=judge)))
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    loaded = datasets.load_dataset("json", data_files=str(path), split="train", cache_dir=str(tmp_path / "cache"))
    assert set(loaded.column_names) == {"prompt", "chosen", "rejected"} and loaded[0] == rows[0]


def test_later_steps_have_labels_by_three_readings() -> None:
    with Judge(lean="off") as judge:
        rows = {row["reading"]: row for row in labels(repair(Chain.of(PROBLEM, SLIP, "sum"), judge=judge), judge)}
    assert rows["local"]["labels"] == [0, 1, None, 1], "43 + 6 is 49"
    assert rows["rests on error"]["labels"] == [0, 0, None, 1], "and 43 is wrong"
    assert rows["as repaired"]["labels"] == [1, 1, None, 1]
    assert rows["as repaired"]["steps"][1] == "Then 42 + 6 = 48."
    assert len({row["id"] for row in rows.values()}) == 3


def test_a_step_that_comes_to_the_wrong_number_by_itself_is_not_said_to_rest_on_the_error() -> None:
    steps = ["So 17 + 25 = 43.", "Also 86 / 2 = 43.", "Also 43 - 3 = 40."]
    with Judge(lean="off") as judge:
        rows = {row["reading"]: row for row in labels(repair(Chain.of("", steps), judge=judge), judge)}
    assert rows["local"]["labels"] == [0, 1, 1]
    assert rows["rests on error"]["labels"] == [0, None, 0]


def test_a_chain_without_an_error_has_no_labels() -> None:
    with Judge(lean="off") as judge:
        assert list(labels(repair(Chain.of("", ["So 2 + 2 = 4."]), judge=judge), judge)) == []


def test_the_command_shows_a_diff_and_writes_pairs_and_labels(command: Run, tmp_path: Path) -> None:
    (tmp_path / "chains.jsonl").write_text(json.dumps(CHAIN), "utf-8")
    out = tmp_path / "pairs.jsonl", tmp_path / "labels.jsonl"
    done = command(
        "repair", str(tmp_path / "chains.jsonl"), "--lean", "off", "--pairs", str(out[0]), "--labels", str(out[1])
    )
    assert done.returncode == 0, done.stderr
    assert "- So 17 + 25 = 43." in done.stdout and "+ So 17 + 25 = 42." in done.stdout
    assert "42 + 6 = 48: proved" in done.stdout
    assert len(lines(out[0].read_text("utf-8"))) == 1
    read = [row for row in examples([str(out[1])]) if not isinstance(row, Exception)]
    assert len(read) == 3, "in the normal form, which every command reads"


def test_the_records_of_the_command_recheck(command: Run, tmp_path: Path) -> None:
    done = command("repair", "-", "--lean", "off", "--format", "json", stdin=json.dumps(CHAIN))
    (row,) = lines(done.stdout)
    assert row["repair"]["state"] == "repaired" and row["repair"]["answers"]["reference"] != "equal"
    again = command("recheck", "-", stdin=done.stdout)
    assert again.returncode == 0, again.stdout
    assert again.stdout == "6 certificates hold\n"


@pytest.mark.parametrize(("text", "status", "said"), [
    (json.dumps({"problem": "", "steps": ["So 2 + 2 = 4."]}), 0, "nothing to repair: no step is settled incorrect"),
    (json.dumps({"problem": "", "steps": ["It is what it is, my dear."]}), 0, "nothing to repair"),
    (json.dumps({"problem": "", "steps": [STUBBORN]}), 1, "no edit that was tried makes it proved"),
    ('{"problem": 5}', 2, ""),
    ("", 2, ""),
])  # fmt: skip
def test_what_there_is_not_to_repair_is_said(text: str, status: int, said: str, command: Run) -> None:
    done = command("repair", "-", "--lean", "off", stdin=text)
    assert done.returncode == status, done.stderr
    assert said in done.stdout and bool(done.stderr) == (status == 2)


def test_a_file_that_cannot_be_written_is_named(command: Run, tmp_path: Path) -> None:
    done = command("repair", "-", "--lean", "off", "--pairs", str(tmp_path / "no" / "p"), stdin=json.dumps(CHAIN))
    assert done.returncode == 2 and "expected a file that can be written" in done.stderr


def test_hostile_text_reaches_no_terminal(command: Run) -> None:
    chain = {"id": "\x1b[31mred", "problem": "", "steps": ["So 2 + 2 = 5. \x1b]0;title\x07", "\u202e5 + 1 = 6"]}
    done = command("repair", "-", "--lean", "off", stdin=json.dumps(chain))
    assert "\x1b" not in done.stdout and "\u202e" not in done.stdout and "\x07" not in done.stdout
