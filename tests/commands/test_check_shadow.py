"""``check --shadow`` decides the formal chains of texts too, and says where that differs; results stay as they are."""

from __future__ import annotations

import json
from pathlib import Path

from support.command_line import run

OFF = ("--lean", "off")
CHAIN = {"id": "sums", "problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5.", "Is 7 * 8 = 56?"]}


def test_differences_are_told_beside_the_same_results(tmp_path: Path) -> None:
    place = tmp_path / "chain.json"
    place.write_text(json.dumps(CHAIN), "utf-8")
    plain, beside = (run(tmp_path, "check", str(place), *OFF, "--json", *more) for more in ((), ("--shadow",)))
    assert plain.stdout == beside.stdout and plain.returncode == beside.returncode == 0
    assert "sums: step 1: checked, by decide open" in beside.stderr
    assert "chains decided a second time: 1; differences: 2, of them opposite: 0" in beside.stderr


def test_translations_have_no_shadow(tmp_path: Path) -> None:
    cases = Path(__file__).parents[2] / "examples" / "formal" / "cases.json"
    found = run(tmp_path, "check", str(cases), "--shadow")
    assert found.returncode == 2 and "--shadow is not available with --formal" in found.stderr
