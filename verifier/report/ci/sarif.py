"""Outcomes as SARIF 2.1.0, as code scanning reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from verifier.report.ci.outcomes import ALL_RULES, Finding, ReportedOutcome
from verifier.version import VERSION

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"failed": "error", "error": "warning", "skipped": "note", "passed": "none"}


def sarif(outcomes: Sequence[ReportedOutcome], root: Path | None = None) -> str:
    """Return the outcomes as one SARIF log; paths are relative to ``root`` (None: the working folder)."""
    base = (root or Path.cwd()).resolve()
    results = [_result(outcome, finding, base) for outcome in outcomes for finding in outcome.findings]
    used = sorted({result["ruleId"] for result in results})
    driver = {"name": "verifier", "version": VERSION, "rules": [_rule(id) for id in used]}
    for result in results:
        result["ruleIndex"] = used.index(result["ruleId"])
    broken = any(outcome.state == "error" for outcome in outcomes)
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not broken}],
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(id: str) -> dict[str, Any]:
    return {"id": id, "shortDescription": {"text": ALL_RULES.get(id, id)}}


def _result(outcome: ReportedOutcome, finding: Finding, base: Path) -> dict[str, Any]:
    region = {} if finding.line is None else {"region": {"startLine": finding.line, "startColumn": finding.column or 1}}
    location = {"physicalLocation": {"artifactLocation": {"uri": uri(outcome.place or outcome.name, base)}, **region}}
    return {
        "ruleId": finding.rule,
        "level": "warning" if finding.warning else LEVELS[outcome.state],
        "message": {"text": f"{outcome.name}: {finding.message}"},
        "locations": [location],
        "partialFingerprints": {"verifierFinding/v1": finding.fingerprint(outcome)},
    }


def uri(place: str, base: Path) -> str:
    """Return a file's place as a URI relative to ``base`` where it lies below it."""
    path = Path(place)
    absolute = path if path.is_absolute() else base / path
    shown = absolute.relative_to(base).as_posix() if absolute.is_relative_to(base) else absolute.as_posix()
    return quote(shown, safe="/:", errors="replace")
