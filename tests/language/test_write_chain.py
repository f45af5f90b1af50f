"""What is written is read as the same chain, and a small change is a small diff."""

from __future__ import annotations

import difflib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from support.formal_chains import PEARS, chains, read

from verifier.language.files import read_file
from verifier.language.lint import lint
from verifier.language.read_chain import read_chain
from verifier.language.write_chain import as_json, laid_out, line, write_file


@given(chains())
def test_reading_what_is_written_gives_the_same_chain(value: dict[str, Any]) -> None:
    chain = read_chain(value)
    assert read_chain(as_json(chain)) == chain
    assert read_chain(json.loads(line(chain))) == chain
    assert read_chain(json.loads(laid_out(chain))) == chain
    assert lint(chain) == lint(read_chain(as_json(chain)))


@given(chains())
def test_what_is_read_again_is_written_alike(value: dict[str, Any]) -> None:
    written = as_json(read_chain(value))
    assert as_json(read_chain(written)) == written


def test_a_line_is_one_line() -> None:
    assert "\n" not in line(read("problem", to="two\nlines\r\u2028"))


def test_another_claim_is_another_line() -> None:
    before = laid_out(read_chain(PEARS)).splitlines()
    after = laid_out(read("steps", 1, 0, "expr", to="both == 12 + 8")).splitlines()
    changes = [one for one in difflib.ndiff(before, after) if one[:1] in "+-"]
    assert len(changes) == 2 and all("both == 12 + " in one for one in changes)
    assert max(map(len, before)) < 160


@pytest.mark.parametrize("name", ["one.json", "one.jsonl", "one.jsonl.gz"])
@pytest.mark.parametrize("count", [1, 3])
def test_files_of_every_kind_are_read_back(tmp_path: Path, name: str, count: int) -> None:
    written = [replace(read_chain(PEARS), id=f"c{i}") for i in range(count)]
    write_file(tmp_path / name, written)
    assert [one.chain for one in read_file(tmp_path / name)] == written


def test_an_older_chain_stays_older() -> None:
    value = {"id": "old", "vars": {}, "facts": [{"id": "p0", "quote": "q", "expr": "1 == 1"}], "asks": [], "steps": []}
    chain = read_chain(value)
    assert as_json(chain) == value and read_chain(as_json(chain)).older
