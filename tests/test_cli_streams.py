"""Closed standard streams: one that is not needed is not missed, one that is needed is status 3, never 1."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

OFF = ("--lean", "off")
CLOSED = "verifier: standard output: cannot be written or read (it is closed)\n"
NO_INPUT = "verifier: standard input: expected something to read, but it is closed; name a file\n"
WAYS = {"in": "<&-", "in and error": "<&- 2>&-", "error": "2>&-", "full error": "2>/dev/full"}
PRINT = (
    ("-h",),
    ("--version",),
    ("docs",),
    ("check", "right.json", *OFF),
    ("check", "wrong.json", *OFF, "--json"),
    ("check", "wrong.json", *OFF, "--summary"),
    ("explain", "wrong.json", "--step", "0", *OFF),
    ("repair", "wrong.json", *OFF),
    ("recheck", "records.jsonl"),
    ("same-answer", "1", "2"),
    ("serve", "--port", "0", *OFF),
)
READ = (
    ("check", "-", *OFF),
    ("explain", "-", "--step", "0", *OFF),
    ("repair", "-", *OFF),
    ("recheck", "-"),
    ("report", "-"),
    ("formal", "check", "-"),
    ("prove-chain", "-"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("streams")
    for name, value in (("right", 2), ("wrong", 3)):
        (made / f"{name}.json").write_text(json.dumps({"problem": "Add.", "steps": [f"1 + 1 = {value}"]}))
    (made / "records.jsonl").write_text(told(made, ("check", "right.json", *OFF, "--json")).stdout)
    return made


def told(folder: Path, args: tuple[str, ...], redirected: str = "") -> subprocess.CompletedProcess[str]:
    line = f"exec {shlex.join([sys.executable, '-m', 'verifier', *args])} {redirected}"
    return subprocess.run(["/bin/sh", "-c", line], cwd=folder, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "status"), [("right", 0), ("wrong", 1)])
def test_check_with_a_closed_stream_that_it_does_not_need_is_as_ever(
    folder: Path, way: str, name: str, status: int
) -> None:
    args = ("check", f"{name}.json", *OFF)
    done = told(folder, args, WAYS[way])
    assert (done.returncode, done.stderr) == (status, "") and done.stdout == told(folder, args).stdout


@pytest.mark.parametrize("args", PRINT, ids=" ".join)
def test_closed_standard_output_that_is_needed_is_status_3(folder: Path, args: tuple[str, ...]) -> None:
    done = told(folder, args, ">&-")
    assert (done.returncode, done.stderr) == (3, CLOSED)
    assert told(folder, args, "<&- >&- 2>&-").returncode == 3


@pytest.mark.parametrize("args", READ, ids=" ".join)
def test_closed_standard_input_that_is_needed_is_status_3(folder: Path, args: tuple[str, ...]) -> None:
    done = told(folder, args, "<&-")
    assert (done.returncode, done.stdout, done.stderr) == (3, "", NO_INPUT)


def test_file_that_is_opened_never_gets_the_number_of_a_closed_stream(folder: Path) -> None:
    args = ("label", "right.json", *OFF, "--no-cache", "--processes", "1", "--overwrite", "--out", "labels.jsonl")
    assert told(folder, args).returncode == 0
    wanted = (folder / "labels.jsonl").read_text()
    for ways in ("<&- 2>&-", "<&- >&- 2>&-"):
        assert told(folder, args, ways).returncode in (0, 3)
        assert (folder / "labels.jsonl").read_text() == wanted
    done = told(folder, (*args[:-1], "/dev/stdout"), ">&-")
    assert done.returncode == 3 and "/dev/stdout" in done.stderr and "Traceback" not in done.stderr


HELLO = (
    '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2024-11-05", '
    '"capabilities": {}, "clientInfo": {"name": "a client", "version": "1"}}}'
)


@pytest.mark.parametrize(("way", "why"), [("<&-", "closed"), (">&-", "closed"), (">/dev/full", "No space left")])
def test_protocol_without_its_streams_is_status_3(folder: Path, way: str, why: str) -> None:
    pytest.importorskip("mcp")
    line = f"(echo {shlex.quote(HELLO)}; sleep 8) | exec {shlex.join([sys.executable, '-m', 'verifier', 'mcp'])} {way}"
    done = subprocess.run(["/bin/sh", "-c", line], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 3 and why in done.stderr and done.stderr.count("\n") == 1
