"""No room on the disk, a folder that is not there, a reader that is gone: a line that says so, and no traceback."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent / "examples/lucky.json"
FULL = Path("/dev/full")
OFF = ("--lean", "off")
PRINTS = {
    "help": ("-h",),
    "version": ("version",),
    "docs": ("docs",),
    "check": ("check", "lucky.json", *OFF),
    "check --json": ("check", "lucky.json", *OFF, "--json"),
    "check --summary": ("check", "lucky.json", *OFF, "--summary"),
    "check sarif": ("check", "lucky.json", *OFF, "--format", "sarif"),
    "explain": ("explain", "lucky.json", "--step", "1", *OFF),
    "repair": ("repair", "lucky.json", *OFF),
    "recheck": ("recheck", "records.jsonl"),
}
WRITES = {
    "repair --pairs": ("repair", "lucky.json", *OFF, "--pairs"),
    "report": ("report", "records.jsonl", "--typeset", "off", "-o"),
    "label records": ("label", "many.jsonl", *OFF, "--to", "records", "--no-cache", "--processes", "1", "--out"),
    "audit-prm": ("audit-prm", "--prm", "none", "--pairs", "1", "--seed", "3", "--keep"),
    "label": ("label", "lucky.json", *OFF, "--no-cache", "--processes", "1", "--out"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("room")
    shutil.copy(EXAMPLE, made)
    done = subprocess.run([sys.executable, "-m", "verifier", *PRINTS["check --json"]], cwd=made, capture_output=True)
    chain = json.loads(EXAMPLE.read_text("utf-8"))
    (made / "many.jsonl").write_text("".join(json.dumps({**chain, "id": str(one)}) + "\n" for one in range(8)))
    (made / "records.jsonl").write_bytes(done.stdout)
    return made


def told(folder: Path, args: tuple[str, ...], out: Path) -> tuple[int, str]:
    with out.open("wb") as stream:
        argv = [sys.executable, "-m", "verifier", *args]
        done = subprocess.run(argv, cwd=folder, stdout=stream, stderr=subprocess.PIPE, timeout=300)
    return done.returncode, done.stderr.decode()


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device without room")
@pytest.mark.parametrize("name", PRINTS)
def test_standard_output_without_room_is_said_in_a_line(name: str, folder: Path) -> None:
    assert told(folder, PRINTS[name], FULL) == (
        3,
        "verifier: standard output: cannot be written or read (No space left on device)\n",
    )


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device without room")
@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("place", ["/dev/full", "/nowhere/out"])
def test_a_file_that_cannot_be_written_is_named(name: str, place: str, folder: Path) -> None:
    status, said = told(folder, (*WRITES[name], place), Path(os.devnull))
    assert status == 3 if place == "/dev/full" else status in (2, 3)
    assert "Traceback" not in said and "begin anew" not in said and "--resume" not in said
    assert "/dev/full" in said and "No space left" in said if place == "/dev/full" else "/nowhere" in said


def test_a_reader_that_is_gone_before_the_help_is_no_error(folder: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    argv = [sys.executable, "-m", "verifier", "check", "-h"]
    done = subprocess.run(argv, cwd=folder, stdout=writer, stderr=subprocess.PIPE, timeout=300)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
