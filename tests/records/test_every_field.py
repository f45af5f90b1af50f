"""Every field of a record, edited in turn: recheck names each edit, but for what a record is given."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from verifier.pipeline.verify import verify
from verifier.records.made_by import ENGINES
from verifier.records.recheck import recheck
from verifier.records.record import record

PROGRAM = "```python\ndef f(n):\n    return n + 1\n```\nWhat does `f(2)` return?"
CHAINS = {
    "words": ("Ann has 12 pears and eats 5. How many are left?", ["12 - 5 = 7", "So 7 + 7 = 15.", "She has 7 left."]),
    "letters": ("Let x be a real number.", ["(x + 1)^2 = x^2 + 2*x + 1", "(x + 1)^2 = x^2 + 1", "sqrt(2) < 3/2"]),
    "inference": ("Solve 2x + 3 = 9.", ["2x + 3 = 9", "2x = 6", "x = 3", "The answer is 3."]),
    "program": (PROGRAM, ["`f(2)` returns 3.", "`f(2)` returns 5."]),
}
GIVEN = ("id", "problem", "text")
"""What a record is given: it judges something else with another of these, and the step or claim is missed as such."""

Path = tuple[str | int, ...]


def stored(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(record(verify(*CHAINS[name], lean="off"))))
    return data


def wrongs(data: Any) -> list[str]:
    """Return what is wrong, or why nothing was checked."""
    found = [finding.wrong or finding.remark or "" for finding in recheck([data], read_again=True)]
    return [one for one in found if one and "other versions here" not in one]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value, objects and lists with their parts."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))


def others(value: Any) -> list[Any]:
    """Return values of the same kind, and of another, in the place of one."""
    match value:
        case bool():
            return [not value, None]
        case int() | float():
            return [value + 1, str(value)]
        case str():
            return [f"{value}1", None]
        case None:
            return ["7", 7, True]
        case list():
            return [[*value, "x"], None, *([value[:-1]] if value else [])]
    return [{**value, "more": 1}, None]


def edited(data: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    made = copy.deepcopy(data)
    place: Any = made
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return made


def left_out(data: dict[str, Any], path: Path) -> dict[str, Any]:
    made = copy.deepcopy(data)
    place: Any = made
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return made


def is_input(path: Path) -> bool:
    return path in (("id",), ("problem",)) or (len(path) == 3 and path[0] == "steps" and path[2] == "text")


def is_own_word(path: Path) -> bool:
    """Whether recheck cannot know it: which versions a record was made by, why an engine left a claim open, and what
    a proof holds that its checker does not ask for."""
    return path[0] == "versions" or path[-1] == "reason" or ("proof", "data") in pairwise(path)


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
        for value in others(_at(data, path))
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


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


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
        for other in every - {_at(data, path)}:
            assert wrongs(edited(data, path, other)), (path, other)


@pytest.mark.parametrize("name", CHAINS)
def test_toolchain_and_version_of_a_certificate_are_those_of_today(name: str) -> None:
    data = stored(name)
    for path in [path for path in leaves(data) if path[-1] in ("toolchain", "version")]:
        for other in ("Lean (version 4.1.0)", "Python 2.7", "99", ""):
            if other != _at(data, path):
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
        if _at(data, path) is None:
            assert wrongs(edited(data, path, "AMBIGUOUS"))
