"""Trust in a translator, measured and used from the command line, against a real HTTP server on loopback whose answers
are scripted: it translates most steps well, and lies about some."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import Run, lines
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


def test_a_measured_level_lets_the_side_settle_that_reaches_it(
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

    check = ["check", "chain.json", "--lean", "off", *by, "--translator-samples", "2", "--trust-translator"]
    part = command(*check, "level.json", "--trust-at-least", "0.9", "--json")
    [record] = lines(part.stdout)
    assert part.returncode == 0 and [step["correct"] for step in record["steps"]] == [True, None]
    grounds = [step["translation"]["grounds"] for step in record["steps"]]
    assert grounds[0] == "50 of 50 measured approvals agree with the labels, 94.18% at least"
    assert grounds[1].endswith("68.44% at least: less than the 90.00% asked for")
    assert record["steps"][1]["translation"]["finds"] == "refuted"
    both = command(*check, "level.json", "--trust-at-least", "0.6", "--json")
    assert both.returncode == 1 and [step["correct"] for step in lines(both.stdout)[0]["steps"]] == [True, False]
    (tmp_path / "records.jsonl").write_text(part.stdout + both.stdout)
    rechecked = command("recheck", "records.jsonl")
    assert rechecked.returncode == 0 and rechecked.stdout.startswith("4 certificates hold"), rechecked.stdout

    def refused(*more: str) -> str:
        found = command(*check, *more)
        assert (found.returncode, found.stdout) == (2, ""), more
        return found.stderr

    assert "less than the 95.00% asked for" in refused("level.json")
    assert "model openai:m, not openai:n" in refused(
        "level.json", "--trust-at-least", "0.9", "--translator", "openai:n"
    )
    assert "lean False, not True" in refused("level.json", "--trust-at-least", "0.9", "--lean", "auto")
    level["accusations"]["agreed"] = 50
    (tmp_path / "edited.json").write_text(json.dumps(level))
    assert "50 of 50 make 0.9418, not 0.6844" in refused("edited.json", "--trust-at-least", "0.9")
    assert len(server.seen) == asked + 4  # two samples of two steps, reading back as before: what refuses asks nobody


def test_without_a_level_trust_must_be_said_to_be_unmeasured(tmp_path: Path, command: Run, env: dict[str, str]) -> None:
    check = ["check", "chain.json", "--lean", "off", "--translator", "openai:m", "--translator-samples", "2"]
    assert command(*check, "--trust-translator").returncode == 2
    shown = command(*check, "--trust-translator", "unmeasured")
    found = command(*check, "--trust-translator", "unmeasured", "--json")
    [record] = lines(found.stdout)
    assert found.returncode == 1 and [step["correct"] for step in record["steps"]] == [True, False]
    for step in record["steps"]:
        assert step["translation"]["trusted"] == "unmeasured" and "not measured" in step["translation"]["grounds"]
    assert "WARNING: on the user's word alone" in found.stderr
    assert " ".join(shown.stdout.split()).count("WARNING: on the user's word alone") == 2


def test_a_level_is_not_written_of_what_may_not_settle_or_of_nothing(
    tmp_path: Path, command: Run, env: dict[str, str]
) -> None:
    bench = ["bench", "translate", "data.jsonl", "--translator", "openai:m", "--write", "level.json"]
    assert command(*bench, "--translator-samples", "1").returncode == 2
    (tmp_path / "data.jsonl").write_text("")
    assert command(*bench, "--translator-samples", "2").returncode == 2
    assert not (tmp_path / "level.json").exists()
