"""``verifier label`` by translations: what labels come of, what is kept, and that a run goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import quick_model
from support.command_line import Run, lines

import verifier
from verifier.labelling.run_spec import RunSpec
from verifier.labelling.running.batch import Watch
from verifier.labelling.running.batch import run as label
from verifier.labelling.running.plan import LabellingRun, Refused
from verifier.labelling.translations import Translations

FOLDER = Path(__file__).parents[2] / "examples" / "formal"
FIRST, SECOND = str(FOLDER / "bakery.json"), str(FOLDER / "bakery_agreeing.json")
BAKERY = json.loads(Path(FIRST).read_text("utf-8"))


def translated(i: int, result: int) -> dict[str, Any]:
    """A chain of one step with its translation: right where ``result`` is i + 1."""
    return {
        "formal": 1,
        "id": f"c{i}",
        "problem": f"Ann has {i} pens and buys one. How many has she?",
        "steps_text": [f"In the end she owns {result} pens."],
        "vars": {"pens": {"type": "count", "means": "pens in the end"}},
        "facts": [{"id": "p0", "kind": "given", "quote": f"Ann has {i} pens and buys one", "expr": f"pens == {i} + 1"}],
        "asks": ["pens"],
        "steps": [[{"role": "claim", "quote": f"she owns {result} pens", "expr": f"pens == {result}"}]],
    }


def chain(formal: dict[str, Any]) -> dict[str, Any]:
    return {"id": formal["id"], "problem": formal["problem"], "steps": formal["steps_text"]}


def file(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path.name


@pytest.fixture
def many(tmp_path: Path) -> list[dict[str, Any]]:
    found = [translated(i, i + 1 + (i % 3 == 0)) for i in range(40)]
    file(tmp_path / "formal.jsonl", found)
    file(tmp_path / "in.jsonl", [chain(one) for one in found])
    return found


def labels(command: Run, folder: Path, *words: str, out: str = "out.jsonl") -> list[dict[str, Any]]:
    done = command("label", *words, "--out", out, "--overwrite")
    assert done.returncode == 0, done.stderr
    return lines((folder / out).read_text("utf-8"))


def test_evidence_gives_no_hard_label_and_what_settles_does(
    command: Run, tmp_path: Path, many: list[dict[str, Any]]
) -> None:
    [row] = labels(command, tmp_path, FIRST, "--formal", SECOND, "--labels", "exact", "--after-error", "local")
    assert row["labels"] == [None] * 5 and row["first_error"] is None
    [row] = labels(command, tmp_path, FIRST, "--formal", SECOND, "--labels", "checked", "--after-error", "local")
    assert row["labels"] == [1.0, None, None, None, None]
    [row] = labels(command, tmp_path, FIRST, "--formal", SECOND, "--trust", "agreeing", "--labels", "soft")
    assert (row["labels"], row["scores"], row["first_error"]) == ([1.0, 0.0], [1.0, 0.0], 1)
    rows = labels(command, tmp_path, "in.jsonl", "--given", "formal.jsonl")
    assert [row["first_error"] for row in rows] == [0 if i % 3 == 0 else -1 for i in range(40)]
    card = json.loads((tmp_path / "out.jsonl.card.json").read_text("utf-8"))
    assert card["readings"] == {"given": 40} and card["order"]["formal"]["given"][0][0] == "formal.jsonl"


def test_a_chain_without_an_id_is_found_by_its_text_and_one_without_a_translation_is_read_exactly(
    command: Run, tmp_path: Path, many: list[dict[str, Any]]
) -> None:
    bare = {key: value for key, value in chain(many[0]).items() if key != "id"}
    alone = {"id": "alone", "problem": "Add.", "steps": ["2 + 2 = 5"]}
    file(tmp_path / "two.jsonl", [bare, alone])
    rows = labels(command, tmp_path, "two.jsonl", "--given", "formal.jsonl", "--to", "records")
    assert [(row["schema"], row["steps"][0]["reading"], row["first_error"]) for row in rows] == [
        (3, "given", 0),
        (3, "exact", 0),
    ]
    again = command("recheck", "out.jsonl")
    assert again.returncode == 0 and "certificates hold" in again.stdout


def test_readings_that_contradict_give_no_label_and_are_counted(command: Run, tmp_path: Path) -> None:
    odd = {**translated(1, 2), "steps_text": ["We get 2 + 2 = 5."]}
    odd["steps"] = [[{"role": "claim", "quote": "2 + 2 = 5", "expr": "2 + 2 == 4"}]]
    file(tmp_path / "odd.jsonl", [odd])
    [row] = labels(command, tmp_path, "odd.jsonl", "--given", "odd.jsonl", "--labels", "checked")
    assert row["labels"] == [None]
    card = json.loads((tmp_path / "out.jsonl.card.json").read_text("utf-8"))
    assert card["findings"] == {"readings_contradict": 1}


class Stop(Watch):
    """Interrupts a run once something is kept."""

    def done(self, outcomes: Any) -> None:
        if outcomes:
            raise KeyboardInterrupt


def plan(folder: Path, out: str, **more: Any) -> LabellingRun:
    order = RunSpec("records", lean="off", formal=Translations.of([folder / "formal.jsonl"], trust="agreeing"))
    return LabellingRun([str(folder / "in.jsonl")], folder / out, order, processes=1, cached=False, **more)


def test_a_run_that_was_cut_short_goes_on_to_the_same_bytes_and_only_with_the_same_translations(
    tmp_path: Path, many: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.labelling.running.batch.TOGETHER", 1)
    with pytest.raises(KeyboardInterrupt):
        label(plan(tmp_path, "cut.jsonl"), Stop())
    file(tmp_path / "formal.jsonl", many[1:])
    with pytest.raises(Refused, match="order: formal was"):
        label(plan(tmp_path, "cut.jsonl", resume=True))
    file(tmp_path / "formal.jsonl", many)
    label(plan(tmp_path, "cut.jsonl", resume=True))
    label(plan(tmp_path, "whole.jsonl"))
    assert (tmp_path / "cut.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_the_cache_knows_a_chain_by_its_translations(
    command: Run, tmp_path: Path, many: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    first = labels(command, tmp_path, "in.jsonl", "--given", "formal.jsonl", "--limit", "3")
    assert first == labels(command, tmp_path, "in.jsonl", "--given", "formal.jsonl", "--limit", "3")
    changed = [{**one, "facts": []} for one in many]
    file(tmp_path / "formal.jsonl", changed)
    assert {row["first_error"] for row in labels(command, tmp_path, "in.jsonl", "--given", "formal.jsonl")} == {None}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--formal", "none.jsonl"), "expected a file that can be read"),
        (("--formal", "bad.jsonl"), "bad.jsonl: line 1"),
        (("--formal", FIRST, "--set", "certify=true", "--lean", "auto"), "--certify is not available with --formal"),
        (("--formal", FIRST, "--lean", "require"), "--lean require is not available with --formal"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_begun(
    command: Run, tmp_path: Path, many: list[dict[str, Any]], words: tuple[str, ...], why: str
) -> None:
    (tmp_path / "bad.jsonl").write_text('{"formal": 9}\n', "utf-8")
    done = command("label", "in.jsonl", "--out", "out.jsonl", *words)
    assert done.returncode == 2 and why in done.stderr and not (tmp_path / "out.jsonl").exists()


def test_soft_labels_are_fused_with_what_translations_say(
    command: Run, tmp_path: Path, many: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    asked = ("in.jsonl", "--formal", "formal.jsonl", "--limit", "3", "--labels", "soft")
    fused = labels(command, tmp_path, *asked, "--prm", quick_model.PRM)
    alone = labels(command, tmp_path, "in.jsonl", "--limit", "3", "--labels", "soft", "--prm", quick_model.PRM)
    wrong, *right = [row["labels"][0] for row in fused]
    assert wrong < alone[0]["labels"][0] and all(
        one > row["labels"][0] for one, row in zip(right, alone[1:], strict=True)
    )
    assert fused == labels(command, tmp_path, *asked, "--prm", quick_model.PRM)
    assert [row["labels"] for row in labels(command, tmp_path, *asked)] == [[None]] * 3


def test_rows_are_labelled_by_translations_from_python(tmp_path: Path, many: list[dict[str, Any]]) -> None:
    files = [tmp_path / "formal.jsonl"]
    found = list(verifier.label(map(chain, many[:2]), given=files, cached=False))
    assert [row["labels"] for row in found] == [[0.0], [1.0]]


def test_a_cluster_takes_translations_too(command: Run, tmp_path: Path, many: list[dict[str, Any]]) -> None:
    pytest.importorskip("ray")
    words = ("in.jsonl", "--given", "formal.jsonl", "--no-cache", "--processes", "1")
    here = labels(command, tmp_path, *words)
    assert here == labels(command, tmp_path, *words, "--set", "ray=local", out="ray.jsonl")
