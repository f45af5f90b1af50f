"""Workers share one pool of Leans and one model; a cluster does the same work, also when it loses a node."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

from verifier.chain import Chain
from verifier.judging.judge import Judge
from verifier.judging.recheck import recheck
from verifier.labelling.batch import Watch
from verifier.labelling.batch import run as label
from verifier.labelling.labels import Policy
from verifier.labelling.lean import SharedLean
from verifier.labelling.order import Order
from verifier.labelling.plan import Plan
from verifier.labelling.share import PLACE, FarPrm, SharedPrm, shared_prm
from verifier.prm.model import PrmUnavailable

HERE = Path(__file__).parent


def written(path: Path, count: int) -> Path:
    rows = (
        {"id": f"c{i}", "problem": "Add.", "steps": [f"{i} + {i % 7} = {i + i % 7 + (i % 9 == 0)}"]}
        for i in range(count)
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_workers_share_the_leans_of_the_run(tmp_path: Path) -> None:
    data = written(tmp_path / "in.jsonl", 40)
    seen: set[str] = set()

    class Look(Watch):
        def done(self, outcomes: object) -> None:
            for child in psutil.Process().children(recursive=True):
                seen.add(" ".join(child.cmdline())[:400])

    order = Order("records", lean="require", certify=True)
    summary = label(Plan([str(data)], tmp_path / "out.jsonl", order, processes=2, cached=False), Look())
    assert summary.card["engines"] == {"lean": 40} and summary.card["claims"]["refuted"] == 5
    workers = [line for line in seen if "verifier.labelling.child" in line]
    assert workers
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert all(row["versions"]["lean"] for row in rows)
    findings = list(recheck(rows[:3]))
    assert len(findings) == 3 and not any(finding.wrong for finding in findings)


def test_a_run_that_asks_lean_nothing_starts_none() -> None:
    before = {p.pid for p in psutil.Process().children()}  # another test's Lean may be warm still
    with SharedLean("auto", 1) as lean:
        if lean.mode == "off":
            pytest.skip(f"no Lean here: {lean.missing}")
        started = [p for p in psutil.Process().children() if p.pid not in before]
        assert not [p for p in started if "lean" in " ".join(p.cmdline())]
        folder = Path(lean.env["XDG_RUNTIME_DIR"])
        assert folder.is_dir()
    assert not folder.exists()


class Counting:
    """Stands in for a process reward model, to see in what batches it is asked: a score by the length of the text."""

    name = "counting 1"

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.entered, self.go = threading.Event(), threading.Event()

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        self.entered.set()
        self.go.wait(60)
        self.batches.append(len(chains))
        return [[1 / (1 + len(step.text)) for step in chain.steps] for chain in chains]


def test_what_is_asked_at_the_same_time_is_scored_together(monkeypatch: pytest.MonkeyPatch) -> None:
    prm = Counting()
    scores: dict[int, list[list[float]]] = {}
    with SharedPrm(prm) as shared:
        monkeypatch.setenv(PLACE, shared.env[PLACE])

        def ask(i: int) -> None:
            far = shared_prm()
            assert isinstance(far, FarPrm) and far.name == "counting 1"
            scores[i] = far.score([Chain.of("p", ["s" * (i + 1), "x"])])
            far.close()

        threads = [threading.Thread(target=ask, args=(i,), daemon=True) for i in range(9)]
        threads[0].start()
        assert prm.entered.wait(30)
        for thread in threads[1:]:
            thread.start()
        until = time.monotonic() + 30
        while shared._requests.qsize() < 8 and time.monotonic() < until:
            time.sleep(0.01)
        prm.go.set()
        for thread in threads:
            thread.join(30)
    assert scores == {i: [[1 / (2 + i), 0.5]] for i in range(9)}
    assert prm.batches == [1, 8], "all that waited was one batch"


def test_workers_are_given_the_scores_of_the_runs_one_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prm = Counting()
    prm.go.set()
    monkeypatch.setattr("verifier.labelling.batch.chosen", lambda *args: prm)  # no published model is at hand here
    rows = [{"id": f"c{i}", "problem": "Add.", "steps": ["so it is, " + "x" * i]} for i in range(40)]
    data = tmp_path / "in.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    order = Order("trl", policy=Policy("soft"), lean="off", prm="stand-in")
    summary = label(Plan([str(data)], tmp_path / "out.jsonl", order, processes=2, cached=False))
    found = [json.loads(line)["labels"] for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    with Judge("off", prm=prm) as judge:
        alone = judge.all([Chain.of(row["problem"], row["steps"]) for row in rows])
    assert found == [[round(judged.steps[0].score or 0.0, 4)] for judged in alone]
    assert len({score for [score] in found}) > 5 and prm.batches.pop() == 40
    assert sum(prm.batches) == 40 and max(prm.batches) >= 16 and len(prm.batches) <= 3
    assert summary.card["versions"]["prm"] == "counting 1" and summary.card["steps"]["estimated"] == 40


def test_a_model_that_is_gone_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(PLACE, str(tmp_path / "none.sock"))
    with pytest.raises(PrmUnavailable, match="does not answer"):
        shared_prm()
    monkeypatch.delenv(PLACE)
    assert shared_prm() is None


def test_a_cluster_that_loses_a_node_gives_the_same_rows(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    data = written(tmp_path / "in.jsonl", 240)
    label(Plan([str(data)], tmp_path / "one.jsonl", Order("jsonl", lean="off"), processes=1, cached=False))
    done = subprocess.run(
        [sys.executable, str(HERE / "two_nodes.py"), str(data), str(tmp_path / "many.jsonl"), "kill"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "killed after" in done.stdout and "nodes left 1" in done.stdout, done.stdout[-2000:]
    assert (tmp_path / "many.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()
