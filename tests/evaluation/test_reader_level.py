"""The level of the exact reader: what a level holds, and that records and pages name the shipped one."""

from __future__ import annotations

import json

import pytest

import verifier
from verifier.judging.reader_level import KindOfText, ReaderLevel, shipped


def test_bounds_are_those_of_clopper_and_pearson_rounded_up() -> None:
    none = KindOfText("none", 371, 4, 0, 162, 0, 3)
    assert none.false_accusations == 5.7, "1 - 0.05 ** (1 / 533) is 5.605 of a thousand"
    assert KindOfText("all", 1, 0, 1, 0, 0, 0).false_accusations == 1000.0
    assert KindOfText("nothing", 0, 0, 0, 0, 0, 0).false_approvals == 1000.0, "of nothing, nothing is known"


def test_a_level_comes_back_from_json_and_an_edit_is_found() -> None:
    level = shipped()
    assert ReaderLevel.of_json(json.loads(json.dumps(level.to_json()))) == level
    assert level.whole.steps == sum(one.steps for one in level.kinds)
    for edit in (
        {"about": "anything"},
        {"kinds": [{**level.to_json()["kinds"][0], "right_approved": 1}]},
        {"schema": 2},
    ):
        with pytest.raises(ValueError, match=r"expected|edited"):
            ReaderLevel.of_json({**level.to_json(), **edit})
    with pytest.raises(ValueError, match="fit"):
        KindOfText("odd", 1, 1, 1, 0, 0, 0)


def test_records_name_the_level_where_the_exact_reading_settles_something() -> None:
    settled = verifier.verify("Add.", ["So 2 + 3 = 5."], lean="off")
    open_ = verifier.verify("Add.", ["Blue is a fine colour."], lean="off")
    assert verifier.record(settled)["versions"]["exact_level"] == shipped().name
    assert "exact_level" not in verifier.record(open_)["versions"]
    assert verifier.recheck(verifier.record(settled))
