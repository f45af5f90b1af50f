"""Each check that a translation did not pass is named in the record, and shown; recheck finds what is changed there."""

from __future__ import annotations

import copy
import json
from io import StringIO
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from record_schema import schema
from rich.console import Console

from verifier.judging.judgements.judgement import JudgedChain
from verifier.language.read_chain import read_chain
from verifier.pipeline.verify import verify_formal
from verifier.records.recheck import recheck
from verifier.records.record import line
from verifier.records.record import record as formal_record
from verifier.records.views.record_view import sheet
from verifier.report.terminal import show

TEXTS = ["So we are done.", "Now 3 + 4 = 7, less than 9."]
ROWS = {
    "formal": 1,
    "id": "c",
    "problem": "Ann has pens.",
    "steps_text": TEXTS,
    "vars": {},
    "facts": [],
    "asks": [],
    "steps": [
        [{"role": "claim", "quote": "we are done", "expr": "ForAll(x in Real, x**2 >= 0)"}],
        [{"role": "claim", "quote": "3 + 4 = 7", "expr": "3 + 4 == 7"}],
    ],
}
MADE_UP = {"check": "equation made up", "bars": "approval", "found": "the step has no number and no relation"}


@pytest.fixture
def judged() -> JudgedChain:
    [found] = verify_formal([], given=[read_chain(ROWS)])
    return found


@pytest.fixture
def data(judged: JudgedChain) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line(formal_record(judged)))
    return found


def wrong(data: dict[str, Any]) -> list[str]:
    return [str(one) for one in recheck([data]) if one.wrong]


def test_a_record_names_the_checks_and_the_words_that_are_left_out(data: dict[str, Any]) -> None:
    assert MADE_UP in data["steps"][0]["doubts"] and data["steps"][0]["correct"] is None
    assert {"9"} == set(data["steps"][1]["uncovered"])
    assert list(Draft202012Validator(schema()).iter_errors(data)) == [] and wrong(data) == []


@pytest.mark.parametrize("key", ["doubts", "uncovered"])
def test_recheck_finds_a_check_that_was_taken_out_or_made_up(data: dict[str, Any], key: str) -> None:
    step = 0 if key == "doubts" else 1
    for other in ([], [*data["steps"][step][key], MADE_UP if key == "doubts" else "7"]):
        forged = copy.deepcopy(data)
        forged["steps"][step][key] = other
        assert any(f"steps.{step}.{key}" in one for one in wrong(forged)), other


def test_recheck_names_checks_that_are_missing(data: dict[str, Any]) -> None:
    for step in data["steps"]:
        del step["doubts"], step["uncovered"]
    assert any("steps.0.doubts: expected this key" in one for one in wrong(data))


def test_terminal_and_page_show_them(judged: JudgedChain, data: dict[str, Any]) -> None:
    said = StringIO()
    show(judged, Console(file=said, width=200, no_color=True))
    for text in (
        "equation made up: the step has no number and no relation (bars approval)",
        "left out or said otherwise",
    ):
        assert text in said.getvalue()
        assert any(text in one for step in sheet(data)["steps"] for one in step["notes"])
