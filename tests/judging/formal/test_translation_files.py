"""Translations read from files: whose word each is, and what is told of a file that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

from verifier.judging.translations.files import read_translations
from verifier.language.files import read_file

EXAMPLES = Path(__file__).parents[3] / "examples" / "formal"
FIRST, SECOND = EXAMPLES / "bakery.json", EXAMPLES / "bakery_agreeing.json"


def test_only_what_the_caller_names_as_given_is_vouched_for() -> None:
    found, faults = read_translations([FIRST], [SECOND])
    assert [one.given for one in found] == [False, True] and faults == []
    assert [one.formal for one in found] == [read.chain for path in (FIRST, SECOND) for read in read_file(path)]
    assert all(one.set_aside is None for one in found)


def test_without_given_files_nothing_is_vouched_for() -> None:
    found, faults = read_translations(iter([FIRST, SECOND]))
    assert [one.given for one in found] == [False, False] and faults == []
    assert read_translations([]) == ([], [])


def test_what_cannot_be_read_is_told_with_its_file_and_costs_nothing_else(tmp_path: Path) -> None:
    lines = [json.dumps(json.loads(FIRST.read_text("utf-8"))), "{", '{"formal": 1, "what": 2}']
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_text("\n".join(lines), "utf-8")
    found, faults = read_translations([mixed, SECOND])
    assert len(found) == 2 and len(faults) == 2
    assert all(fault.startswith(f"{mixed}: ") for fault in faults) and "line 2" in faults[0] and "line 3" in faults[1]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    found, faults = read_translations([missing], [FIRST])
    assert [one.given for one in found] == [True]
    assert faults == [f"{missing}: expected a file that can be read (No such file or directory)"]
