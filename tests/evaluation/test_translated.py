"""What a translator is worth, with answers from a real HTTP server on loopback that are scripted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from driving import Run
from speaking import claims, honest, served

from verifier.evaluation.intake import labelled
from verifier.evaluation.translated import once

CHAINS = [
    ("Half of 48 is 24, she sees.", "48/2 = 24", 1),
    ("Half of 50 is 25, she sees.", "50/2 = 25", 1),
    ("Half of 60 is 31, she sees.", "60/2 = 31", 0),
    ("Half of 70 is 35, he sees.", "70/2 = 36", 1),  # 36 stands nowhere: the check stops it
    ("Half of 80 is 40, he sees.", "80/2 = 40", 0),  # labelled wrong: the label stands against the finding
]


def test_precision_coverage_and_cost_come_in_one_table(
    tmp_path: Path, command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    rows = []
    for number, (step, _, label) in enumerate(CHAINS):
        problem = f"How many are half of the {number} pears?"
        first = -1 if label > 0 else 0
        row = {"id": f"c{number}", "problem": problem, "steps": [step, "Half of 90 is 45, we see."]}
        row |= {"labels": [label, None], "first_error": first}
        rows.append(json.dumps({**row, "final_correct": label > 0}))
    (tmp_path / "data.jsonl").write_text("\n".join(rows))
    by_step = {step: claims({"claim": claim, "spans": [step.split(",")[0]]}) for step, claim, _ in CHAINS}
    with served(honest(by_step)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        data = str(tmp_path / "data.jsonl")
        more = ["--translator", "openai:m", "--translator-samples", "2", "--prices", "1000,0"]
        found = command("bench", "translate", data, *more)
        asked = len(server.seen)
    again = command("bench", "translate", data, *more, "--translator-offline")
    one = command("bench", "translate", data, *more, "--translator-offline", "--translator-samples", "1")
    assert found.returncode == again.returncode == one.returncode == 0, found.stderr
    assert "approvals -, accusations -" in one.stdout  # one sample alone would settle nothing
    row = next(line for line in found.stdout.splitlines() if "data.jsonl │" in line)
    cells = [cell.strip() for cell in row.strip("│").split("│")]
    assert cells[1:5] == ["10", "5", "5", "80.0%"]  # what has no label is not sent
    assert cells[5].startswith("2 of 3 (") and cells[6].startswith("1 of 1 (")
    assert "approvals 2 of 3 (" in found.stdout and "accusations 1 of 1 (" in found.stdout
    assert asked == 5 * 2 + 4 * 2 and "sources 1" in found.stdout
    assert all(part in found.stdout for part in ("samples 5 of 5", "sources 4 of 5", "read back 4 of 5"))
    assert cells[8:] == [f"{asked * 120:,}", "1.80", "360.00"]
    assert f"0 questions asked, {asked} answered before" in again.stdout


def test_a_chain_that_stands_there_twice_is_one_case(tmp_path: Path) -> None:
    row = {"problem": "Halve 4.", "steps": ["It is 2."], "labels": [1], "first_error": -1, "final_correct": True}
    for name in ("a", "b"):
        rows = [{"id": f"{name}{i}", **row, "problem": f"Halve {4 if i else 2 + 2 * (name == 'a')}."} for i in range(2)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    seen: set[tuple[str, tuple[str, ...]]] = set()
    files = [list(labelled([str(tmp_path / f"{name}.jsonl")]).rows.values()) for name in ("a", "b")]
    assert [[chain.id for chain in once(chains, seen)] for chains in files] == [["a0"], ["b0"]]
