"""Records of formal chains with Lean certificates, forged: recheck must find each trick. A new trick is a new file.

``records/`` holds ``"why"``; ``"do"``: ``["put", path, value]``, ``["copy", from, to]`` and ``["drop", path]``, done
in order to the record of a formal chain that Lean certified; and ``"finding"``: words that one of the findings holds.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from record_schema import schema
from support.record_edits import edit

from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.pipeline.judge import with_lean
from verifier.pipeline.verify import verify_formal
from verifier.records.recheck import Checkers, Finding, recheck_one
from verifier.records.record import record as formal_record

HERE = Path(__file__).parent
TRICKS = sorted(path.stem for path in (HERE / "records").iterdir())
EXAMPLE = HERE.parents[2] / "examples" / "formal" / "bakery.json"

Rechecked = Callable[[Any], list[Finding]]


@pytest.fixture(scope="module")
def checkers(real_lean: None) -> Iterator[Checkers]:
    """Checkers that stay warm: one Lean makes the certificates and checks them again."""
    with Checkers(read_again=True) as warm:
        yield warm


@pytest.fixture(scope="module")
def rechecked(checkers: Checkers) -> Rechecked:
    """What recheck finds in a record."""
    return lambda data: list(recheck_one(data, checkers, "record 1"))


@pytest.fixture(scope="module")
def honest(checkers: Checkers) -> dict[str, Any]:
    """The record of a formal chain with a wrong step, every statement of it certified by Lean."""
    [judged] = with_lean(verify_formal((), given=EXAMPLE), LeanFormulaEngine(checkers.lean()))
    data: dict[str, Any] = json.loads(json.dumps(formal_record(judged)))
    return data


def decisions(data: Any) -> list[Any]:
    return [one for step in data["translations"][0]["steps"] for one in step["decisions"]]


def test_the_certificates_of_both_checkers_hold(honest: dict[str, Any], rechecked: Rechecked) -> None:
    rows = decisions(honest)
    assert all("lean" in row for row in rows) and {row["verdict"] for row in rows} == {"proved", "refuted"}
    found = rechecked(honest)
    assert not [one for one in found if one.wrong]
    made = [one.certificate.proof.checker for one in found if one.certificate]
    of_text = sum(len(step["claims"]) for step in honest["steps"])
    assert made.count("structure") - of_text == made.count("lean") == len(rows)


def test_the_record_is_as_its_schema_says(honest: dict[str, Any]) -> None:
    assert not list(Draft202012Validator(schema()).iter_errors(honest))


def test_no_judgement_changes_where_lean_is_asked(honest: dict[str, Any]) -> None:
    plain = json.loads(json.dumps(formal_record(verify_formal((), given=EXAMPLE)[0])))
    without = copy.deepcopy(honest)
    for row in decisions(without):
        del row["lean"]
    assert {**without, "versions": plain["versions"]} == plain


@pytest.mark.parametrize("trick", TRICKS)
def test_recheck_finds_a_forged_lean_certificate(trick: str, honest: dict[str, Any], rechecked: Rechecked) -> None:
    case, data = json.loads((HERE / "records" / f"{trick}.json").read_text("utf-8")), copy.deepcopy(honest)
    edit(data, case["do"])
    assert data != honest and case["why"]
    found = [str(one) for one in rechecked(data) if one.wrong]
    assert any(case["finding"] in one for one in found), found
