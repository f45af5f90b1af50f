"""Workers share one pool of Leans and one model; a cluster does the same work, also when it loses a node."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil
import pytest
from support import quick_model
from support.command_line import Run

from verifier.chain import Chain
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.surprisal import surprisal
from verifier.estimators.surprisal.tuned_layers import load_folder
from verifier.labelling.outputs.labels import Policy
from verifier.labelling.run_spec import RunSpec
from verifier.labelling.running.batch import Watch
from verifier.labelling.running.batch import run as label
from verifier.labelling.running.plan import LabellingRun
from verifier.labelling.shared.lean import SharedLean
from verifier.labelling.shared.prm_server import PLACE, FarPrm, SharedPrm, shared_prm
from verifier.pipeline.judge import Judge
from verifier.records.recheck import recheck
from verifier.training.data.error_injection import plant
from verifier.training.data.style_augmentation import dressed

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

    order = RunSpec("records", lean="require", certify=True)
    summary = label(LabellingRun([str(data)], tmp_path / "out.jsonl", order, processes=2, cached=False), Look())
    assert summary.card["engines"] == {"lean": 40} and summary.card["claims"]["refuted"] == 5
    workers = [line for line in seen if "verifier.labelling.running.child" in line]
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
        self.go.wait(600)
        self.batches.append(len(chains))
        return [[1 / (1 + len(step.text)) for step in chain.steps] for chain in chains]


def test_what_is_asked_at_the_same_time_is_scored_together(monkeypatch: pytest.MonkeyPatch) -> None:
    prm = Counting()
    scores: dict[int, list[list[float]]] = {}
    with SharedPrm(prm) as shared:
        monkeypatch.setenv(PLACE, shared.env[PLACE])

        def ask(i: int) -> None:
            far = shared_prm()
            assert isinstance(far, FarPrm) and far.name == "counting 1" and far.folder is None
            scores[i] = far.score([Chain.of("p", ["s" * (i + 1), "x"])])
            far.close()

        threads = [threading.Thread(target=ask, args=(i,), daemon=True) for i in range(9)]
        threads[0].start()
        assert prm.entered.wait(300)
        for thread in threads[1:]:
            thread.start()
        until = time.monotonic() + 300
        while shared._requests.qsize() < 8 and time.monotonic() < until:
            time.sleep(0.01)
        prm.go.set()
        for thread in threads:
            thread.join(300)
    assert scores == {i: [[1 / (2 + i), 0.5]] for i in range(9)}
    assert prm.batches == [1, 8], "all that waited was one batch"


@pytest.mark.parametrize("own", [False, True])
def test_workers_are_given_the_scores_of_the_runs_one_model(
    own: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(quick_model.FOLDER, tmp_path / "model")
    fusion = json.loads((folder / "fusion.json").read_text("utf-8"))
    fusion["coefficients"]["constant"] += 1.0 if own else 0.0
    (folder / "fusion.json").write_text(json.dumps(fusion), "utf-8")

    class Cut(Watch):
        def began(self, done: int) -> None:
            """From here on nobody else can load the model: its weights are neither here nor to be had."""
            monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "empty"))
            monkeypatch.setenv("PIP_NO_INDEX", "1")

    rows = [{"id": f"c{i}", "problem": "Add.", "steps": ["so it is, " + "x" * i]} for i in range(40)]
    data = tmp_path / "in.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    order = RunSpec("trl", policy=Policy("soft"), lean="off", prm=f"own:{folder}" if own else quick_model.PRM)
    model = load_folder(folder)
    with Judge("off", prm=model) as judge:
        alone = judge.all([Chain.of(row["problem"], row["steps"]) for row in rows])
    summary = label(LabellingRun([str(data)], tmp_path / "out.jsonl", order, processes=2, cached=False), Cut())
    found = [json.loads(line)["labels"] for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert found == [[round(judged.steps[0].score or 0.0, 4)] for judged in alone]
    assert len({score for [score] in found}) > 5
    assert summary.card["versions"]["prm"] == model.name and summary.card["steps"]["estimated"] == 40


def bought(dice: random.Random) -> dict[str, object]:
    """A chain as the default model was calibrated on: right ones of a word problem, dressed, half of them with an error
    planted."""
    name, thing = dice.choice(("Ann", "Tom", "Mia", "Ben")), dice.choice(("pens", "eggs", "cards", "shells"))
    a, b, c, e = (dice.randint(*pair) for pair in ((3, 9), (6, 24), (2, 20), (2, 5)))
    left = a * b - c
    steps = dressed(
        [
            f"{name} buys {a} boxes of {b} {thing}, so there are {a} * {b} = {a * b} {thing}.",
            f"After giving {c} to a friend, {name} has {a * b} - {c} = {left} {thing} left.",
            f"{name} then buys {e} * {left} = {e * left} {thing} more.",
            f"So in the end {name} has {left} + {e * left} = {left + e * left} {thing}.",
            f"The answer is {left + e * left}.",
        ],
        dice,
    )
    twin = plant(steps, dice.choice(("number", "operator")), dice) if dice.random() < 0.5 else None
    problem = (
        f"{name} buys {a} boxes of {b} {thing} and gives {c} to a friend, then buys {e} times as many as are left."
    )
    return {"problem": f"{problem} How many are there in the end?", "steps": twin.steps if twin else steps}


def added(dice: random.Random) -> dict[str, object]:
    """A chain of another kind: one bare sum, more often wrong than right."""
    a, b = dice.randint(10, 99), dice.randint(10, 99)
    return {"problem": "Practise adding.", "steps": [f"{a} + {b} = {a + b + (dice.random() < 0.6)}"]}


@pytest.mark.parametrize(("kind", "count", "warned"), [(bought, 17, False), (added, 52, True)])
def test_a_run_warns_where_the_model_and_settled_verdicts_drift_apart(
    kind: Callable[[random.Random], dict[str, object]], count: int, warned: bool, command: Run, tmp_path: Path
) -> None:
    dice = random.Random(3)
    rows = [{"id": f"c{i}", **kind(dice)} for i in range(count)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    options = ("--lean", "off", "--prm", "default", "--no-cache", "--processes", "1")
    done = command("label", "in.jsonl", "--out", "out.jsonl", *options)
    assert done.returncode == 0, done.stderr
    assert ("drift: on this batch the model" in done.stderr) is warned, done.stderr
    told = json.loads((tmp_path / "out.jsonl.card.json").read_text("utf-8"))["drift"]
    assert told["here"]["steps"] >= 50 and bool(told["warnings"]) is warned
    assert told["level"] == json.loads((surprisal.SHIPPED / "level.json").read_text("utf-8"))


def test_a_model_that_is_gone_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(PLACE, str(tmp_path / "none.sock"))
    with pytest.raises(PrmUnavailable, match="does not answer"):
        shared_prm()
    monkeypatch.delenv(PLACE)
    assert shared_prm() is None


def test_a_cluster_that_loses_a_node_gives_the_same_rows(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    data = written(tmp_path / "in.jsonl", 240)
    label(LabellingRun([str(data)], tmp_path / "one.jsonl", RunSpec("jsonl", lean="off"), processes=1, cached=False))
    done = subprocess.run(
        [sys.executable, str(HERE / "two_nodes.py"), str(data), str(tmp_path / "many.jsonl"), "kill"],
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "killed after" in done.stdout and "nodes left 1" in done.stdout, done.stdout[-2000:]
    assert (tmp_path / "many.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()
