"""Every command that prints results, at a real terminal whose standard output goes to a file, a pipe, or nowhere."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from support.terminals import Commands, To, shown
from typer.main import get_command

from verifier.cli.main import whole
from verifier.report.ci.formats import CiFormat

ROOT = Path(__file__).parent.parent
CHAINS = (
    {"id": "a", "problem": "Solve 4x + 6 = 26 for x.", "steps": ["4x = 20", "x = 5"], "answer": "5", "first_error": -1},
    {"id": "b", "problem": "Compute 12 * 11.", "steps": ["12 * 11 = 133"], "answer": "132", "first_error": 0},
)
FORMAL = ("bakery", "bakery_again", "cases")
OFF = ("--lean", "off")
REPLAYED = ("--policy", "replay:chains.jsonl")

EXACT: dict[str, tuple[str, ...]] = {
    "check": ("check", "chains.jsonl", *OFF),
    **{f"check {f}": ("check", "chains.jsonl", *OFF, "--format", f) for f in ("json", *get_args(CiFormat))},
    "check --formal": ("check", "--formal", "formal.json", "--given", "formal.json"),
    "check --formal json": ("check", "formal-chains.jsonl", "--formal", "formal.json", "--json"),
    "check --lean auto": ("check", "chains.jsonl", "--lean", "auto", "--json"),
    "recheck": ("recheck", "records.jsonl"),
    "same-answer": ("same-answer", "1/2", "0.5"),
    "explain": ("explain", "chains.jsonl", "--step", "0", *OFF),
    "explain --reasons": ("explain", "--reasons", "chains.jsonl"),
    "label": ("label", "chains.jsonl", "--out", "labels.jsonl", *OFF, "--no-cache", "--processes", "1"),
    "eval": ("eval", "chains.jsonl", *OFF),
    "eval --json": ("eval", "chains.jsonl", *OFF, "--json"),
    "pick": ("pick", "Compute 12 * 11.", "chains.jsonl", *OFF),
    "pick --json": ("pick", "Compute 12 * 11.", "chains.jsonl", *OFF, "--json"),
    "report": ("report", "records.jsonl", "--typeset", "off"),
    "plot": ("plot", "records.jsonl", "-o", "drift.svg"),
    "repair": ("repair", "chains.jsonl", *OFF, "--pairs", "pairs.jsonl", "--labels", "labels.jsonl"),
    "repair json": ("repair", "chains.jsonl", *OFF, "--format", "json"),
    "prove-chain": ("prove-chain", "chains.jsonl", *OFF),
    "prove-chain json": ("prove-chain", "chains.jsonl", *OFF, "--format", "json"),
    "rollouts": ("rollouts", "chains.jsonl", *REPLAYED, "--out", "out.jsonl", "--most", "2"),
    "search": ("search", "Compute 12 * 11.", *REPLAYED),
    "search --json": ("search", "Compute 12 * 11.", *REPLAYED, "--json"),
    "audit-prm": ("audit-prm", "--prm", "none", "--scores", "scores.jsonl", "--pairs", "1", "--seed", "3"),
    "cache stats": ("cache", "stats"),
    "cache records": ("cache", "records"),
    "formal check": ("formal", "check", "formal.jsonl"),
    "formal check --json": ("formal", "check", "formal.jsonl", "--json"),
    "formal show": ("formal", "show", "formal.jsonl"),
    "formal show --json": ("formal", "show", "formal.jsonl", "--json"),
    "formal diff": ("formal", "diff", "formal.jsonl"),
    "formal diff --json": ("formal", "diff", "formal.jsonl", "--json"),
    "lean status": ("lean", "status"),
    "help": ("check", "--help"),
    "docs": ("docs",),
    "version": ("version",),
    "docs trust": ("docs", "trust"),
}
TIMED = {  # they say how long something took, or how the machine is, so that only the form of their output is known
    "proofs": ("proofs", "proofs", "--format", "json"),
    "doctor": ("doctor", "--json"),
    "bench exact": ("bench", "exact", "chains.jsonl"),
}
VIEWED = (
    "formal check",
    "formal show",
    "formal diff",
    "check",
    "check --formal",
    "check --lean auto",
    "recheck",
    "label",
    "eval",
    "repair",
    "prove-chain json",
    "report",
    "search",
)
JSON = {name for name in EXACT if "json" in name or "--lean auto" in name}


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    made = Commands()
    yield made
    made.close()


@pytest.fixture(scope="module")
def files(commands: Commands, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Chains, records and scores, and a proof."""
    folder = tmp_path_factory.mktemp("files")
    shutil.copytree(ROOT / "examples/proofs/odd_sum", folder / "proofs")
    (folder / "chains.jsonl").write_text("".join(f"{json.dumps(chain)}\n" for chain in CHAINS), "utf-8")
    written = (json.loads((ROOT / f"examples/formal/{name}.json").read_text("utf-8")) for name in FORMAL)
    (folder / "formal.jsonl").write_text("".join(f"{json.dumps(chain)}\n" for chain in written), "utf-8")
    shutil.copy(ROOT / "examples/formal/bakery.json", folder / "formal.json")
    told = json.loads((folder / "formal.json").read_text("utf-8"))
    chain = {"id": told["id"], "problem": told["problem"], "steps": told["steps_text"]}
    (folder / "formal-chains.jsonl").write_text(json.dumps(chain), "utf-8")
    (folder / "records.jsonl").write_bytes(commands(folder, *EXACT["check json"], terminal=False).out)
    asked = ("audit-prm", "--prm", "none", "--pairs", "1", "--seed", "3", "--keep", "set.jsonl")
    assert commands(folder, *asked, terminal=False).status == 0
    kept = map(json.loads, (folder / "set.jsonl").read_text("utf-8").splitlines())
    rows = ({"id": row["id"], "scores": [0.5 + i / 100 for i, _ in enumerate(row["steps"])]} for row in kept)
    (folder / "scores.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return folder


@pytest.fixture
def alone(tmp_path: Path) -> dict[str, str]:
    """The environment of a user with an empty cache, who fetches nothing: whose runs all say the same."""
    return {
        "VERIFIER_OFFLINE": "1",
        "VERIFIER_CACHE": str(tmp_path / "cache"),
        "XDG_RUNTIME_DIR": str(tmp_path / "run"),
    }


@pytest.mark.parametrize("name", EXACT)
def test_a_terminal_beside_it_changes_nothing_in_a_file(
    name: str, files: Path, commands: Commands, alone: dict[str, str], tmp_path: Path
) -> None:
    plain, beside = (shutil.copytree(files, tmp_path / place) for place in ("plain", "beside"))
    expected = commands(plain, *EXACT[name], terminal=False, env=alone)
    found = commands(beside, *EXACT[name], env=alone)
    assert expected.status < 3 or name == "lean status", expected.seen.decode()
    assert (found.status, found.out) == (expected.status, expected.out)
    assert b"\x1b" not in found.out and (found.out or name == "cache records")
    assert name not in JSON or _values(found.out) or name == "cache records"


@pytest.mark.parametrize("name", TIMED)
def test_what_says_how_long_it_took_is_clean_in_a_file_too(name: str, files: Path, commands: Commands) -> None:
    found = commands(files, *TIMED[name])
    assert found.status == 0 and found.out and b"\x1b" not in found.out, found.seen.decode()
    assert name == "bench exact" or _values(found.out)


def _values(text: bytes) -> list[Any]:
    """The values of one JSON document, or of JSON lines."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("to", ["file", "pipe"])
def test_a_bar_is_on_the_terminal_and_records_are_where_they_were_sent(
    to: To, files: Path, commands: Commands, alone: dict[str, str]
) -> None:
    npm = {"VERIFIER_OFFLINE": "", "npm_config_offline": "true", "npm_config_cache": str(files / "npm")}
    found = commands(files, "check", "chains.jsonl", "--json", to=to, env={**alone, **npm})
    assert found.status == 1 and b"fetching Lean" in found.seen and b"going on without Lean" in found.seen
    assert [row["id"] for row in _values(found.out)] == ["a", "b"]
    assert "fetching Lean (" not in "".join(shown(found.seen)), "the bar goes away"


@pytest.mark.parametrize("name", VIEWED)
def test_a_terminal_shows_what_a_file_would_get_beside_complaints_and_no_bar(
    name: str, files: Path, commands: Commands, alone: dict[str, str], tmp_path: Path
) -> None:
    plain, beside = (shutil.copytree(files, tmp_path / place) for place in ("plain", "beside"))
    env = {**alone, "COLUMNS": "100", "NO_COLOR": "1"}
    expected = commands(plain, *EXACT[name], terminal=False, to="terminal", env=env)
    found = commands(beside, *EXACT[name], to="terminal", env=env)
    assert found.status == expected.status
    clean = [line.rstrip() for line in expected.seen.decode().split("\n")]
    assert sorted(line for line in shown(found.seen) if line) == sorted(line for line in clean if line)


def test_every_command_is_here() -> None:
    here = {args[0] for args in (*EXACT.values(), *TIMED.values())}
    unseen = {"train", "calibrate", "serve", "mcp", "translate", "fetch"}  # they take minutes, or somebody who answers
    assert set(get_command(whole()).list_commands(None)) - here == unseen  # type: ignore[attr-defined]
