"""A labelling run: complete or absent, in order, resumable after any end, and the same whoever did the work."""

from __future__ import annotations

import gzip
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet
import pytest
from support.command_line import run
from support.sizes import sized

from verifier.intake.bad import Unreadable
from verifier.intake.source import Numbered, Reading
from verifier.labelling.outputs.labels import Policy
from verifier.labelling.run_spec import RunSpec
from verifier.labelling.running.batch import Watch
from verifier.labelling.running.batch import run as label
from verifier.labelling.running.journal import Done, Journal, JournalRefused
from verifier.labelling.running.plan import Chosen, LabellingRun, Refused, taken
from verifier.labelling.running.workers import _lost
from verifier.labelling.work import RowOutcome
from verifier.processes import ChildLost
from verifier.records.recheck import recheck

KILLS = int(os.environ.get("VERIFIER_KILLS", sized("3", "20")))
"""How often a run is killed at a random moment and resumed; set the variable to try it more often."""


def chain(i: int) -> dict[str, Any]:
    """A chain of three steps, of which some are wrong, and no two alike."""
    total = 3 * i + 7 + (i % 5 == 0)
    return {
        "id": f"own-{i}",
        "problem": f"Ann has {i} pens, buys twice as many, and is given 7. How many has she?",
        "steps": [f"{i} * 2 = {2 * i}", f"{i} + {2 * i} = {3 * i}", f"So {3 * i} + 7 = {total}, easily."],
    }


def written(path: Path, rows: Iterable[Any]) -> Path:
    path.write_text("".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return written(tmp_path / "in.jsonl", map(chain, range(40)))


def plan(data: Path, out: str = "out.jsonl", to: str = "jsonl", **more: Any) -> LabellingRun:
    order = RunSpec(to, policy=Policy(**more.pop("policy", {})), lean="off")
    return LabellingRun([str(data)], data.parent / out, order, **{"cached": False, "processes": 1, **more})


def rows_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_run_labels_every_row_in_order_and_leaves_no_journal(data: Path) -> None:
    summary = label(plan(data, processes=2))
    rows = rows_of(data.parent / "out.jsonl")
    assert [row["id"] for row in rows] == [f"own-{i}" for i in range(40)]
    assert rows[1]["labels"] == [1.0, 1.0, None] and rows[1]["first_error"] is None
    assert rows[5]["labels"] == [1.0, 1.0, 0.0] and rows[5]["first_error"] == 2
    assert left(data.parent) == ["in.jsonl", "out.jsonl", "out.jsonl.card.json", "out.jsonl.card.md"]
    card = summary.card
    assert card["rows"] == {"written": 40, "left_out": 0, "bad": 0, "repeated": 0, "lost": 0}
    assert card["steps"]["steps"] == 120 and card["steps"]["settled_incorrect"] == 8
    assert card["labels"] == {"positive": 80, "negative": 8, "null": 32, "positive_share": 0.6667}
    assert card["engines"] == {"prover": 120}


def test_the_same_run_gives_the_same_bytes_whatever_did_the_work(data: Path) -> None:
    outs = {"a.jsonl": {"processes": 1}, "b.jsonl": {"processes": 2}, "c.jsonl": {"cached": True}}
    outs["d.jsonl"] = {"cached": True}  # which finds everything in the cache
    for out, how in outs.items():
        label(plan(data, out, **how))
    assert len({(data.parent / out).read_bytes() for out in outs}) == 1


def test_thinking_that_is_judged_is_a_row_of_its_own(tmp_path: Path) -> None:
    solution = "<think>1 + 1 = 3</think> 1 + 1 = 2"
    data = written(tmp_path / "in.jsonl", [json.dumps({"id": "a", "problem": "Add.", "solution": solution}) + "\n"])
    order = RunSpec("trl", Reading(thinking="judge"), lean="off")
    label(LabellingRun([str(data)], tmp_path / "out.jsonl", order, Chosen(), processes=1, cached=False))
    assert [row["completions"] for row in rows_of(tmp_path / "out.jsonl")] == [["1 + 1 = 3"], ["1 + 1 = 2"]]


@pytest.mark.parametrize(
    ("out", "to"),
    [("o.jsonl.gz", "jsonl"), ("o.parquet", "parquet"), ("p.parquet", "trl"), ("q.parquet", "prm800k")],
)
def test_packed_outputs_are_the_same_twice_and_hold_what_lines_hold(data: Path, out: str, to: str) -> None:
    label(plan(data, out, to))
    first = (data.parent / out).read_bytes()
    label(plan(data, out, to, overwrite=True))
    assert (data.parent / out).read_bytes() == first
    if out.endswith(".gz"):
        assert [json.loads(line)["id"] for line in gzip.decompress(first).splitlines()][39] == "own-39"
        return
    table = pyarrow.parquet.read_table(data.parent / out).to_pylist()
    assert len(table) == 40
    if to == "parquet":
        assert json.loads(table[5]["record"])["first_error"] == 2 and table[5]["labels"] == [1.0, 1.0, 0.0]
    elif to == "trl":
        assert table[5]["labels"] == [True, True, False] and table[1]["labels"] == [True, True]


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_lucky_chains_are_marked_and_counted(tmp_path: Path, name: str) -> None:
    asked, steps = "Ann has 17 packs of 3 pens. How many pens?", ["We have 17 * 3 = 41.", "The answer is 51."]
    rows = [
        {"id": "lucky", "problem": asked, "steps": steps, "answer": "51"},
        {"id": "unlucky", "problem": asked, "steps": ["17 * 3 = 41.", "The answer is 41."], "answer": "51"},
        {"id": "open", "problem": asked, "steps": steps},
    ]
    data = written(tmp_path / "in.jsonl", (json.dumps(row) + "\n" for row in rows))
    label(plan(data, name, name.partition(".")[2], policy={"lucky": True}))
    out = tmp_path / name
    found = rows_of(out) if out.suffix == ".jsonl" else pyarrow.parquet.read_table(out).to_pylist()
    assert [row["lucky"] for row in found] == [True, False, None]
    assert rows_of_card(out)["lucky_chains"] == 1


def test_full_records_are_what_recheck_accepts_from_the_cache_too(data: Path) -> None:
    for out in ("a.jsonl", "b.jsonl"):
        label(plan(data, out, "records", cached=True))
    assert (data.parent / "a.jsonl").read_bytes() == (data.parent / "b.jsonl").read_bytes()
    findings = list(recheck(rows_of(data.parent / "b.jsonl")[:6]))
    assert len(findings) >= 12 and not any(finding.wrong for finding in findings)


def test_an_output_that_exists_is_not_replaced_unasked(data: Path) -> None:
    label(plan(data))
    with pytest.raises(Refused, match=r"out\.jsonl exists: expected --resume to go on, or --overwrite"):
        label(plan(data))
    assert label(plan(data, resume=True)).already
    with pytest.raises(Refused, match="not what this run would give"):
        label(plan(data, resume=True, policy={"labels": "checked"}))
    assert not label(plan(data, overwrite=True, policy={"labels": "checked"})).already


class Stop(Watch):
    """Interrupts a run after so many rows."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.before = 0

    def began(self, done: int) -> None:
        self.before = done

    def done(self, outcomes: Any) -> None:
        self.after -= len(outcomes)
        if self.after <= 0:
            raise KeyboardInterrupt


@pytest.fixture
def cut_short(data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of a run that was interrupted in the middle."""
    monkeypatch.setattr("verifier.labelling.running.batch.TOGETHER", 8)
    with pytest.raises(KeyboardInterrupt):
        label(plan(data), Stop(16))
    assert left(data.parent) == ["in.jsonl", "out.jsonl.journal", "out.jsonl.journal.lock"]
    return data


def test_an_interrupted_run_goes_on_where_it_was(cut_short: Path) -> None:
    with pytest.raises(Refused, match="of a run that was cut short"):
        label(plan(cut_short))
    watch = Stop(1000)
    label(plan(cut_short, resume=True), watch)
    assert 16 <= watch.before < 40
    label(plan(cut_short, "other.jsonl"))
    assert (cut_short.parent / "out.jsonl").read_bytes() == (cut_short.parent / "other.jsonl").read_bytes()
    assert "out.jsonl.journal" not in left(cut_short.parent)


def test_a_changed_input_or_option_is_refused_on_resume(cut_short: Path) -> None:
    with pytest.raises(Refused, match=r"policy was .*, is"):
        label(plan(cut_short, resume=True, policy={"after_error": "local"}))
    with pytest.raises(Refused, match="limit was null, is 7"):
        label(plan(cut_short, resume=True, chosen=Chosen(limit=7)))
    written(cut_short, map(chain, range(41)))
    with pytest.raises(Refused, match=r"is of another run .inputs: changed"):
        label(plan(cut_short, resume=True))
    assert label(plan(cut_short, overwrite=True)).card["rows"]["written"] == 41


def test_two_runs_do_not_write_one_output(cut_short: Path) -> None:
    with Journal(cut_short.parent / "out.jsonl.journal"), pytest.raises(JournalRefused, match="another run"):
        label(plan(cut_short, resume=True))


def command(data: Path, out: str, *more: str) -> list[str]:
    options = ["--out", out, "--lean", "off", "--no-cache", "--resume", *more]
    return [sys.executable, "-m", "verifier.cli.main", "label", str(data), *options]


def test_a_run_killed_at_any_moment_is_resumed_to_the_same_bytes(data: Path) -> None:
    written(data, map(chain, range(sized(60, 240))))
    began = time.monotonic()
    subprocess.run(command(data, "whole.jsonl"), cwd=data.parent, check=True, capture_output=True)
    took = time.monotonic() - began
    chance = random.Random(5)
    tries, killed, resumed = 0, 0, 0
    while killed < KILLS:
        tries += 1
        out = f"{tries}.jsonl"
        child = subprocess.Popen(
            command(data, out), cwd=data.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        journal = data.parent / f"{out}.journal"
        while tries % 2 and child.poll() is None and not journal.exists():
            time.sleep(0.01)  # every second one is killed at a moment after its journal was begun
        try:
            child.wait(chance.uniform(0.0, took / 8) if tries % 2 else chance.uniform(0.05, took))
            took *= 0.7  # it was done before: the machine is quicker now
        except subprocess.TimeoutExpired:
            killed += 1
        children = psutil.Process(child.pid).children(recursive=True) if child.returncode is None else []
        child.kill()
        child.communicate()
        _, alive = psutil.wait_procs(children, timeout=300)
        assert not alive, "a worker outlives the run"
        resumed += journal.exists()
        if (data.parent / out).exists():
            assert (data.parent / out).read_bytes() == (data.parent / "whole.jsonl").read_bytes(), "torn"
        subprocess.run(command(data, out), cwd=data.parent, check=True, capture_output=True)
        assert (data.parent / out).read_bytes() == (data.parent / "whole.jsonl").read_bytes()
        card, whole = (rows_of_card(data.parent / name) for name in (out, "whole.jsonl"))
        assert card == {**whole, "output": {**whole["output"], "name": out}}
    assert resumed > 0 or killed < 2


def rows_of_card(out: Path) -> Any:
    return json.loads(out.with_name(f"{out.name}.card.json").read_text("utf-8"))


def test_a_full_disk_is_told_and_nothing_is_torn(data: Path) -> None:
    written(data, map(chain, range(100)))

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))  # stands in for a disk: no file may grow larger

    done = subprocess.run(
        command(data, "out.jsonl", "--to", "records"),
        cwd=data.parent,
        capture_output=True,
        text=True,
        preexec_fn=no_room,
    )
    assert done.returncode == 3 and "no room on the disk" in done.stderr and "--resume" in done.stderr, done.stderr
    assert "out.jsonl" not in left(data.parent)
    subprocess.run(command(data, "out.jsonl", "--to", "records"), cwd=data.parent, check=True, capture_output=True)
    assert len(rows_of(data.parent / "out.jsonl")) == 100


def test_a_worker_that_is_killed_costs_nothing(data: Path) -> None:
    written(data, map(chain, range(sized(100, 300))))

    class Killer(Watch):
        killed = 0

        def done(self, outcomes: Any) -> None:
            for child in psutil.Process().children():
                if self.killed < 2 and "verifier.labelling.running.child" in " ".join(child.cmdline()):
                    child.kill()
                    self.killed += 1

    killer = Killer()
    label(plan(data, processes=2), killer)
    label(plan(data, "whole.jsonl"))
    assert killer.killed and (data.parent / "out.jsonl").read_bytes() == (data.parent / "whole.jsonl").read_bytes()


def test_a_row_that_no_worker_survives_is_told_with_what_the_worker_said() -> None:
    lost = _lost(3, "in.jsonl:4", ChildLost("python ended", "Traceback\n  ...\nKeyError: 'x'\n"))
    assert lost.lost and lost.error == "its worker was lost twice: python ended (KeyError: 'x')"


def test_bad_rows_are_rows_and_the_status_says_so(data: Path) -> None:
    rows = [chain(0), "{\n", {"problem": "p"}, {**chain(1), "steps": [3]}, chain(2), chain(0), chain(3)]
    written(data, rows)
    done = run(data.parent, "label", "in.jsonl", "--out", "out.jsonl", "--lean", "off", "--no-cache")
    assert done.returncode == 2, done.stderr
    assert [row["id"] for row in rows_of(data.parent / "out.jsonl")] == ["own-0", "own-2", "own-3"]
    errors = rows_of(data.parent / "out.jsonl.errors.jsonl")
    assert [error["where"] for error in errors] == [f"in.jsonl:{n}" for n in (2, 3, 4, 6)]
    assert "expected step" in errors[2]["error"] and errors[3]["error"] == "the id 'own-0' stands at in.jsonl:1 already"
    assert "in.jsonl:2: expected JSON" in done.stderr and "3 rows are bad and were skipped" in done.stderr
    assert "1 rows repeat an id" in done.stderr
    kept = run(
        data.parent,
        "label",
        "in.jsonl",
        "--out",
        "k.jsonl",
        "--lean",
        "off",
        "--no-cache",
        "--set",
        "keep-repeated=true",
    )
    assert kept.returncode == 2 and len(rows_of(data.parent / "k.jsonl")) == 4
    stopped = run(
        data.parent, "label", "in.jsonl", "--out", "s.jsonl", "--lean", "off", "--no-cache", "--set", "max-errors=2"
    )
    assert stopped.returncode == 2 and "more than 2 rows are bad" in stopped.stderr
    assert not (data.parent / "s.jsonl").exists()


def test_what_cannot_begin_is_refused_before_anything_is(data: Path) -> None:
    for said, how in [
        ("expected --to as one of", {"to": "xml"}),
        ("expected --shard i/n", {"chosen": Chosen(shard=3, shards=2)}),
        ("expected --limit with the seed", {"chosen": Chosen(seed=1)}),
        ("expected a folder that exists", {"out": "no/where.jsonl"}),
        ("an output that is none of the inputs", {"out": "in.jsonl"}),
        ("as JSON lines, not as Parquet", {"out": "out.parquet", "to": "records"}),
        ("no column for the mark", {"to": "trl", "policy": {"lucky": True}}),
    ]:
        with pytest.raises(Refused, match=said):
            label(plan(data, **how))
    assert left(data.parent) == ["in.jsonl"]


@pytest.mark.parametrize(
    ("name", "args", "said"),
    [
        ("in.jsonl", ["--format", "xml"], "expected --format as one of"),
        ("gone.jsonl", [], "gone.jsonl: expected a file that can be read"),
    ],
)
def test_a_refusal_is_one_line_and_leaves_nothing(data: Path, name: str, args: list[str], said: str) -> None:
    done = run(data.parent, "label", name, "--out", "out.jsonl", "--lean", "off", *args)
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert left(data.parent) == ["in.jsonl"]


def test_shards_part_the_rows_and_a_sample_is_the_same_twice(data: Path) -> None:
    def numbers(**chosen: Any) -> list[int]:
        found = taken(plan(data, chosen=Chosen(**chosen)), lambda said: None, lambda number: True)
        return [row.number for row in found if isinstance(row, Numbered)]

    parts = [numbers(shard=i, shards=3) for i in (1, 2, 3)]
    assert sorted(n for part in parts for n in part) == list(range(40)) and all(len(part) > 12 for part in parts)
    assert numbers(limit=5) == [0, 1, 2, 3, 4] and numbers(limit=5, shard=2, shards=2) == [1, 3, 5, 7, 9]
    sample = numbers(limit=10, seed=1)
    assert sample == numbers(limit=10, seed=1) != numbers(limit=10, seed=2) and len(sample) == 10
    assert set(numbers(limit=5, seed=1)) < set(sample)


def test_rows_that_were_lost_are_tried_again_on_resume(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        journal.add(
            [
                RowOutcome(0, "a:1", "x", "{}"),
                RowOutcome(1, "a:2", error="lost", lost=True),
                RowOutcome(2, "a:3", "x", "{}"),
            ]
        )
        assert journal.repeated() == {2: "a:1"}
        journal.forget_lost()
        assert [number in journal.done() for number in range(4)] == [True, False, True, False]


def test_what_is_done_is_kept_as_runs_of_neighbours() -> None:
    done = Done(n for n in range(100_000) if n not in (5, 77_777))
    assert len(done.starts) == 3 and done.count == 99_998
    assert 4 in done and 5 not in done and 6 in done and 77_777 not in done and 100_000 not in done and -1 not in done


def test_an_input_of_no_known_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="known format"):
        label(plan(written(tmp_path / "in.jsonl", [{"a": 1}])))
