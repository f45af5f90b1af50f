"""Records that rest on the earlier translator are refused wherever records are read, with a line that says what to
do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run

from verifier.evaluation.intake import from_record
from verifier.evaluation.judged import kept
from verifier.intake.bad import BadInput
from verifier.judging.judge import verify
from verifier.judging.records.older import STEP_BY_STEP
from verifier.judging.records.recheck import recheck
from verifier.judging.records.record import line, record
from verifier.judging.records.views.record_view import sheet

HEARD = {"translator": "openai:m", "samples": 2, "trusted": "unmeasured", "settles": True, "claims": [], "heard": ["x"]}
"""What the earlier translator left in a step."""


@pytest.fixture
def older() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(line(record(verify("Ann has 48 pears.", ["48/2 = 24", "So it is."], lean="off"))))
    assert [str(one) for one in recheck([data]) if one.wrong] == []
    data["id"] = "a"
    data["steps"][1] |= {"translation": HEARD}
    return data


def test_recheck_refuses_a_record_of_the_earlier_translator_in_one_line(older: dict[str, Any]) -> None:
    [finding] = recheck([older])
    assert finding.wrong == STEP_BY_STEP and "'verifier translate'" in STEP_BY_STEP and "label it again" in STEP_BY_STEP


def test_who_else_reads_records_refuses_it_with_the_same_line(older: dict[str, Any], tmp_path: Path) -> None:
    for read in (sheet, from_record):
        with pytest.raises(BadInput, match="earlier translator"):
            read(older)
    place = tmp_path / "kept.jsonl"
    place.write_text(line(older) + "\n")
    with pytest.raises(ValueError, match="verifier translate"):
        kept(place)


def test_the_commands_say_the_line_and_end_with_a_status_above_0(
    older: dict[str, Any], tmp_path: Path, command: Run
) -> None:
    (tmp_path / "records.jsonl").write_text(line(older) + "\n")
    found = command("recheck", "records.jsonl")
    assert found.returncode == 1 and STEP_BY_STEP in found.stdout
    page = command("report", "records.jsonl", "-o", "page.html", "--typeset", "off")
    assert page.returncode == 2 and STEP_BY_STEP in page.stderr
