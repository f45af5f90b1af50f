"""Every field of a record, edited in turn: recheck names each edit, but for what a record is given."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.edited_records import (
    CHAINS,
    edited,
    is_input,
    is_own_word,
    leaves,
    left_out,
    others,
    stored,
    value_at,
)

from verifier.pipeline.verify import verify
from verifier.records.made_by import ENGINES
from verifier.records.recheck import recheck
from verifier.records.record import record

GIVEN = ("id", "problem", "text")
"""What a record is given: it judges something else with another of these, and the step or claim is missed as such."""


def wrongs(data: Any) -> list[str]:
    """Return what is wrong, or why nothing was checked."""
    found = [finding.wrong or finding.remark or "" for finding in recheck([data], read_again=True)]
    return [one for one in found if one and "other versions here" not in one]


@pytest.mark.parametrize("name", CHAINS)
def test_record_as_it_is_made_holds(name: str) -> None:
    found = list(recheck([stored(name)]))
    assert wrongs(stored(name)) == [] and not any(one.remark for one in found)


@pytest.mark.parametrize("name", CHAINS)
def test_every_field_that_is_changed_is_named(name: str) -> None:
    data = stored(name)
    missed = [
        (path, value)
        for path in leaves(data)
        if not is_input(path) and not is_own_word(path)
        for value in others(value_at(data, path))
        if not wrongs(edited(data, path, value))
    ]
    assert missed == []


@pytest.mark.parametrize("name", CHAINS)
def test_every_field_that_is_left_out_is_named(name: str) -> None:
    data = stored(name)
    missed = [
        path
        for path in leaves(data)
        if isinstance(path[-1], str) and path not in (("id",), ("answer",)) and not wrongs(left_out(data, path))
    ]
    assert missed == []


def test_answer_put_into_a_record_or_taken_away_is_named() -> None:
    data = stored("words")
    assert any("final_answer: expected this key" in one for one in wrongs({**data, "answer": "7"}))
    given = json.loads(json.dumps(record(verify("Add 1 and 1.", ["1 + 1 = 2", "The answer is 2."], lean="off"))))
    assert wrongs({**given, "answer": "2"}) and wrongs({**given, "answer": "3"})


@pytest.mark.parametrize("name", CHAINS)
def test_engine_that_proposes_no_such_proof_is_named(name: str) -> None:
    data = stored(name)
    every = {one for engines in ENGINES.values() for one in engines} | {"stored", "z3", "Lean", ""}
    for path in [path for path in leaves(data) if path[-1] == "engine"]:
        for other in every - {value_at(data, path)}:
            assert wrongs(edited(data, path, other)), (path, other)


@pytest.mark.parametrize("name", CHAINS)
def test_toolchain_and_version_of_a_certificate_are_those_of_today(name: str) -> None:
    data = stored(name)
    for path in [path for path in leaves(data) if path[-1] in ("toolchain", "version")]:
        for other in ("Lean (version 4.1.0)", "Python 2.7", "99", ""):
            if other != value_at(data, path):
                assert wrongs(edited(data, path, other)), (path, other)


def test_record_of_another_version_holds_with_a_remark() -> None:
    data = stored("words")
    data["versions"]["python-flint"] = "0.0.1"
    assert wrongs(data) == []
    assert ["python-flint 0.0.1" in one.remark for one in recheck([data]) if one.remark] == [True]
    data["versions"]["verifier"] = "9.9"
    certificate = data["steps"][0]["claims"][0]["certificate"]
    certificate["version"] = "99"
    assert wrongs(data) == []
    certificate["toolchain"] = "Lean (version 4.1.0)"
    assert wrongs(data)


@pytest.mark.parametrize("value", [{}, None, [], {"verifier": 1}, {"verifier": "0.1.0", "python-flint": "1", "x": "1"}])
def test_versions_are_of_what_had_a_part_in_it(value: Any) -> None:
    assert wrongs({**stored("words"), "versions": value})


def test_reason_is_of_claims_that_are_open() -> None:
    data = stored("words")
    for path in [path for path in leaves(data) if path[-1] == "reason" and "claims" in path]:
        if value_at(data, path) is None:
            assert wrongs(edited(data, path, "AMBIGUOUS"))
