"""Gzipped inputs that unpack to far more than any text does: refused after a bounded work, with a message."""

from __future__ import annotations

import gzip
import json
import resource
from pathlib import Path

import pytest
from support.command_line import run

ROW = json.dumps({"problem": "Add.", "steps": ["1 + 1 = 2"]}).encode() + b"\n"
UNITS = {"blanks": b" ", "lines": b"\n", "zeros": b"\0", "numbers": b"1, ", "tabs": b"\t"}
REFUSED = ("unpack to more than 200 times", "blank lines before", "expected UTF-8 text")


def packed(path: Path, head: bytes, unit: bytes, size: int) -> Path:
    block = unit * ((1 << 20) // len(unit))
    with gzip.open(path, "wb", compresslevel=9) as stream:
        stream.write(head)
        for _ in range(size >> 20):
            stream.write(block)
    return path


@pytest.mark.parametrize("name", UNITS)
@pytest.mark.parametrize("head", [b"", ROW, b"["], ids=["alone", "after a row", "in a list"])
def test_what_unpacks_to_far_more_is_refused(tmp_path: Path, head: bytes, name: str) -> None:
    path = packed(tmp_path / "rows.jsonl.gz", head, UNITS[name], 512 << 20)
    began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    for place, given in ((path.name, b""), ("-", path.read_bytes())):
        done = run(tmp_path, "check", place, "--lean", "off", stdin=given)
        assert done.returncode == 2 and any(one in done.stderr for one in REFUSED), done.stderr
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began < 60  # 512 MiB would take minutes


@pytest.mark.parametrize("unit", [b" ", b"\n"], ids=["blanks", "lines"])
def test_formal_chains_that_unpack_to_far_more_are_refused(tmp_path: Path, unit: bytes) -> None:
    path = packed(tmp_path / "formal.jsonl.gz", b"", unit, 512 << 20)
    done = run(tmp_path, "formal", "check", path.name)
    assert done.returncode == 2 and any(one in done.stderr for one in REFUSED), done.stderr


def test_rows_before_the_place_are_read_and_ordinary_files_are(tmp_path: Path) -> None:
    path = packed(tmp_path / "rows.jsonl.gz", ROW, b" ", 64 << 20)
    done = run(tmp_path, "check", path.name, "--lean", "off", "--json")
    assert done.returncode == 2 and '"correct": true' in done.stdout and "200 times" in done.stderr
    with gzip.open(tmp_path / "many.jsonl.gz", "wb") as stream:
        for n in range(300):
            stream.write(json.dumps({"problem": f"Add {n}.", "steps": [f"{n} + 1 = {n + 1}"]}).encode() + b"\n")
    done = run(tmp_path, "check", "many.jsonl.gz", "--lean", "off", "--json")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 300


def test_key_twice_among_many_keys_is_found_without_comparing_all(tmp_path: Path) -> None:
    pairs = ", ".join(f'"k{n}": 1' for n in range(200_000))
    (tmp_path / "row.jsonl").write_text(f'{{{pairs}, "last": 1, "last": 2}}\n')
    done = run(tmp_path, "check", "row.jsonl", "--lean", "off")
    assert done.returncode == 2 and "occurs twice" in done.stderr
