"""The level of the exact reader is counted by kind of text, by label and by judgement."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from reader_level import bench_reader, main

from verifier.evaluation.items import Labelled
from verifier.judging.reader_level import KindOfText, ReaderLevel
from verifier.pipeline.judge import Judge

STEPS = ("So 2 + 3 = 5.", "So 2 + 3 = 6.", "Blue is a fine colour.")


def test_each_kind_counts_right_and_wrong_steps_and_their_judgements() -> None:
    rows = [
        Labelled("a", "file", "Add.", STEPS, (True, False, True), kind="sums"),
        Labelled("b", "file", "Add.", STEPS, (False, True, None)),
    ]
    with Judge(lean="off") as judge:
        bench = bench_reader(rows, judge)
    assert bench.kinds == (
        KindOfText("sums", 2, 1, 0, 1, 0, 1),
        KindOfText("file", right=1, right_approved=0, right_accused=1, wrong=1, wrong_approved=1, wrong_accused=0),
    )
    assert [one.partition(" settled ")[0] for one in bench.against] == ["b: step 0", "b: step 1"]
    assert bench.unlabelled == 1 and bench.measured == {"a", "b"}


def test_the_script_writes_a_level_and_refuses_chains_without_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = {"problem": "Add.", "steps": ["So 2 + 3 = 5."], "labels": [1], "first_error": -1, "kind": "sums"}
    odd = {"problem": "Add.", "steps": ["So 2 + 4 = 7."], "labels": [1], "first_error": -1, "meta": {"kind": "odd"}}
    data, level = tmp_path / "steps.jsonl", tmp_path / "level.json"
    data.write_text("\n".join(json.dumps({"id": str(i), **row}) for i, row in enumerate((right, odd))))
    words = ["reader_level.py", str(data), "--about", "sums of two", "--write", str(level)]
    monkeypatch.setattr(sys, "argv", words)
    assert main() == 0 and "step 0 settled incorrect" in capsys.readouterr().out
    found = ReaderLevel.of_json(json.loads(level.read_text()))
    assert (found.about, found.data[0].chains) == ("sums of two", 2)
    assert found.kinds == (KindOfText("sums", 1, 1, 0, 0, 0, 0), KindOfText("odd", 1, 0, 1, 0, 0, 0))
    data.write_text('{"problem": "Add.", "steps": ["So 2 + 3 = 5."]}')
    assert main() == 2 and "expected labelled chains" in capsys.readouterr().err
