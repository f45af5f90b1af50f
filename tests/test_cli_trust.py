"""Trust in a translator, measured and used from the command line, against a real HTTP server on loopback whose answers
are scripted: it translates most steps well, and lies about some."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import Run
from speaking import Server, claims, honest, served

CHAINS, LIES = 50, 10
PROBLEM = "How many are half of the 7 pears?"


def steps(number: int) -> list[str]:
    """A right step, and a wrong one; of the last chains two right ones, about the second of which the server lies."""
    n, m = 20 + number, 220 + number
    told = f"Half of {2 * m} is {m}, beside {m + 3}." if lied(number) else f"Half of {2 * m} is {m + 1}, Bob sees."
    return [f"Half of {2 * n} is {n}, Ann sees.", told]


def lied(number: int) -> bool:
    return number >= CHAINS - LIES


def answers(number: int) -> dict[str, str]:
    n, m = 20 + number, 220 + number
    first, second = steps(number)
    told = {"claim": f"{2 * m}/2 = {m + 1}", "spans": [f"Half of {2 * m} is {m + 1}"]}
    lie = {"claim": f"{2 * m}/2 = {m + 3}", "spans": [f"Half of {2 * m} is {m}, beside {m + 3}"]}
    well = {"claim": f"{2 * n}/2 = {n}", "spans": [f"Half of {2 * n} is {n}"]}
    return {first: claims(well), second: claims(lie if lied(number) else told)}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served(honest({step: said for number in range(CHAINS) for step, said in answers(number).items()})) as found:
        yield found


@pytest.fixture
def env(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    rows = []
    for number in range(CHAINS):
        labels = [1, 1] if lied(number) else [1, 0]
        row = {"id": f"c{number}", "problem": f"{PROBLEM} This is no. {number}.", "steps": steps(number)}
        rows.append({**row, "labels": labels, "first_error": -1 if lied(number) else 1, "final_correct": lied(number)})
    (tmp_path / "data.jsonl").write_text("\n".join(map(json.dumps, rows)))
    chain = {"problem": PROBLEM, "steps": steps(0)}
    (tmp_path / "chain.json").write_text(json.dumps(chain))
    found = {"OPENAI_BASE_URL": server.url, "VERIFIER_CACHE": str(tmp_path / "cache")}
    for name, value in found.items():
        monkeypatch.setenv(name, value)
    return found


def test_a_level_is_measured_and_anybody_may_measure_it_again(
    tmp_path: Path, command: Run, env: dict[str, str], server: Server
) -> None:
    by = ["--translator", "openai:m"]
    bench = command("bench", "translate", "data.jsonl", *by, "--translator-samples", "2", "--write", "level.json")
    assert bench.returncode == 0 and "50 of 50 (≥ 94%)" in bench.stdout and "40 of 50 (≥ 68%)" in bench.stdout
    asked = len(server.seen)
    twice = ["--translator-samples", "2", "--translator-offline"]
    again = ["bench", "translate", "data.jsonl", *by, *twice, "--write", "again.json"]
    command(*again)
    assert (tmp_path / "again.json").read_text() == (tmp_path / "level.json").read_text()  # anybody may measure again
    level = json.loads((tmp_path / "level.json").read_text())
    assert level["approvals"] == {"settled": 50, "agreed": 50, "at_least": 0.9418}
    assert level["accusations"] == {"settled": 50, "agreed": 40, "at_least": 0.6844}
    assert level["of"]["model"] == "openai:m" and level["data"][0]["chains"] == CHAINS
    assert len(server.seen) == asked, "a second measurement asks nobody"


def test_a_level_is_not_written_of_what_may_not_settle_or_of_nothing(
    tmp_path: Path, command: Run, env: dict[str, str]
) -> None:
    bench = ["bench", "translate", "data.jsonl", "--translator", "openai:m", "--write", "level.json"]
    assert command(*bench, "--translator-samples", "1").returncode == 2
    (tmp_path / "data.jsonl").write_text("")
    assert command(*bench, "--translator-samples", "2").returncode == 2
    assert not (tmp_path / "level.json").exists()
