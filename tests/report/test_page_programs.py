"""The page of a chain about a program: program and variables beside the step, the wrong one marked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.records.recheck import recheck
from verifier.records.record import line, record

EXAMPLE = Path(__file__).parents[2] / "examples" / "programs.json"


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    data: Any = json.loads(EXAMPLE.read_text("utf-8"))
    with Judge("off") as judge:
        judged = judge(Chain.of(data["problem"], data["steps"], data["id"]))
        found: dict[str, Any] = json.loads(line(record(judged)))
        html = judged._repr_html_()
    assert "the run gives 13 after line 6" in html
    return found


def test_the_page_shows_the_program_and_the_variables_there(visit: Any, stored: dict[str, Any]) -> None:
    page = visit(stored)
    for closed in page.query_selector_all("details:not([open]) > summary"):
        closed.evaluate("node => node.parentNode.open = true")
    wrong = page.query_selector_all("tr.vf-wrong")
    assert [row.text_content() for row in wrong] == ["total✗ 13"]
    assert "total += price" in page.text_content(".vf-run pre")


def test_a_record_of_a_run_is_rechecked(stored: dict[str, Any]) -> None:
    assert not recheck([stored]).wrong


def test_a_changed_value_is_found(stored: dict[str, Any]) -> None:
    forged = json.loads(json.dumps(stored).replace('"value": "13"', '"value": "15"'))
    assert recheck([forged]).wrong


def test_a_record_of_another_version_is_refused_with_the_version_that_can_check_it(stored: dict[str, Any]) -> None:
    found = recheck([json.loads(json.dumps(stored).replace('"python": "3.', '"python": "2.'))])
    assert not found and ["recheck it with Python 2." in str(one) for one in found.wrong] == [True]
