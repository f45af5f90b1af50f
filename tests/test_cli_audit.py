"""``verifier audit-prm`` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import tiny_models
from support.command_line import Run, lines

from verifier.auditing.audit import AuditPlan
from verifier.commands.models.audit_prm import run
from verifier.commands.options.measuring import AuditOptions

SMALL = ("audit-prm", "--pairs", "6", "--seed", "4", "--dresses", "flattery", "--bootstrap", "20")


@pytest.fixture
def scores(command: Run, tmp_path: Path) -> str:
    """What another system says of the set: the truth, as its ids tell it."""
    made = command(*SMALL, "--prm", "none", "--keep", "set.jsonl")
    assert made.returncode == 0, made.stderr
    assert "set.jsonl: 24 records" in made.stderr and made.stdout == ""
    rows = []
    for record in lines((tmp_path / "set.jsonl").read_text("ascii")):
        *_, step, _, side = record["id"].split("/")
        wrong = int(step.removeprefix("step ")) if side == "wrong" else -1
        rows.append({"id": record["id"], "scores": [0.2 if i == wrong else 0.8 for i in range(len(record["steps"]))]})
    (tmp_path / "scores.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return "scores.jsonl"


def test_a_set_is_kept_rechecked_and_scored_elsewhere(command: Run, scores: str, tmp_path: Path) -> None:
    again = command("recheck", "set.jsonl")
    assert again.returncode == 0 and "certificates hold" in again.stdout + again.stderr
    done = command(*SMALL, "--scores", scores, "--format", "json", "--html", "audit.html")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    row: dict[str, Any] = figures["rows"]["all"]["all"]
    assert figures["seed"] == 4 and figures["prm"] == "scores of scores.jsonl"
    assert row["pairs"] == 6 and row["higher"]["value"] == row["first_error"]["value"] == 1.0
    assert "of scores.jsonl" in (tmp_path / "audit.html").read_text("utf-8")
    shown = command(*SMALL, "--scores", scores)
    assert shown.returncode == 0 and "by kind of error" in shown.stdout and "seed 4:" in shown.stdout
    other = command(*SMALL, "--seed", "5", "--scores", scores)
    assert other.returncode == 2 and "were they made with the same options and --seed?" in other.stderr


def test_a_published_kind_of_model_is_audited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tiny_models.adapter("trl", tmp_path / "model", 1)
    plan = AuditPlan(3, seed=4, forms=("flattery",))
    assert run(AuditOptions(prm=spec, draws=20, format="json", device="cpu", dtype="float32"), plan) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["prm"] == spec and set(figures["rows"]["dress"]) == {"flattery", "flattery, wrong step only"}


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--kinds", "typo"), "expected --kinds among number, operator, sign"),
        (("--certify",), "--certify needs Lean"),
        (("--prm", "none"), "--prm none has nothing to audit: add --keep FILE for the set, or --scores FILE"),
    ],
)
def test_a_wrong_use_is_said(args: tuple[str, ...], says: str, command: Run) -> None:
    done = command("audit-prm", "--pairs", "2", *args)
    told = " ".join(done.stderr.replace("│", " ").split())  # a usage error stands in a box
    assert done.returncode == 2 and says in told and "Traceback" not in told and done.stdout == ""


SET = Path("set.jsonl")


def of(*files: str, pairs: int = 0, **more: Any) -> tuple[AuditOptions, AuditPlan]:
    return AuditOptions(**{"prm": "none", "keep": SET, **more}), AuditPlan(pairs, files, seed=1, forms=())


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ((AuditOptions(prm="trl:./gone"), AuditPlan()), "expected a folder, or a name on the hub"),
        ((AuditOptions(prm="own:gone"), AuditPlan()), "gone: expected a trained model with"),
        (of(), "expected right chains in which an error of kind number"),
        (of("gone.jsonl"), "gone.jsonl: expected"),
        (of("bad.jsonl"), "bad.jsonl: expected a row of a known format"),
        (of("half.jsonl"), "half.jsonl:2: expected JSON"),
        (of("wrong.jsonl"), "(chains: 1 not proved)"),
        (
            of(pairs=1, keep=Path("no/folder.jsonl")),
            "no/folder.jsonl: expected a file that can be read or written",
        ),
        (of(pairs=1, scores=Path("gone.jsonl")), "gone.jsonl: expected a file that can be read"),
        (of(pairs=1, scores=Path("half.jsonl")), 'half.jsonl:1: expected an object {"id": string, "scores"'),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_input_is_said_plainly(
    asked: tuple[AuditOptions, AuditPlan],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.jsonl").write_text('{"problem": 1}\n{"problem": "p"', "utf-8")
    good = json.dumps({"problem": "Add.", "steps": ["So 2 + 3 = 5."]})
    Path("half.jsonl").write_text(good + "\n{\n", "utf-8")  # the rest of it is used, and the status says so
    Path("wrong.jsonl").write_text('{"problem": "Add.", "steps": ["So 2 + 3 = 6."]}\n', "utf-8")
    options, plan = asked
    assert run(options, plan) == 2
    told = capsys.readouterr()
    assert says in told.err and told.out == ""
    assert SET.exists() == (plan.files == ("half.jsonl",) or options.scores is not None)
