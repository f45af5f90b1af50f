"""The benchmark of heads trains them and measures them on people's labels."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from heads import main

from verifier.training.heads.curve import LABELS


def test_the_script_trains_and_measures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, first in (("one", 20), ("two", 50)):
        rows = [
            {
                "id": f"{name}-{n}",
                "problem": f"Add {n} and {n + 1}, and {n} again.",
                "steps": [f"So {n} + {n + 1} = {2 * n + 1 + n % 2}.", f"The answer is {3 * n + 1}."],
                "label": 0 if n % 2 else -1,
            }
            for n in range(first, first + 8)
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    right = [
        {
            "problem": f"Ann has {n} pens, Bob has {n + 13} pens and Cid has 3 pens. How many are it in all?",
            "steps": [
                f"Ann and Bob have {n} + {n + 13} = {2 * n + 13} pens.",
                f"In all {2 * n + 13} + 3 = {2 * n + 16}.",
            ],
        }
        for n in range(31, 43)
    ]
    (tmp_path / "right.jsonl").write_text("".join(json.dumps(row) + "\n" for row in right))
    words = ["heads.py", str(tmp_path / "one.jsonl"), str(tmp_path / "two.jsonl")]
    words += ["--plant-meaning", str(tmp_path / "right.jsonl"), "--parts", "4", "--bootstrap", "5"]
    words += ["--keep", str(tmp_path / "kept")]
    monkeypatch.setattr(sys, "argv", [*words, "--json"])
    main()
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["teacher"] for row in rows} == {"-", "errors of meaning", LABELS}
    monkeypatch.setattr(sys, "argv", words)
    main()
    assert "| errors of meaning |" in capsys.readouterr().out
