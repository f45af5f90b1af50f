"""Outcomes as the report that was asked for, and as a summary where a CI system wants one."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from verifier.report.ci.github import summarize, workflow_commands
from verifier.report.ci.outcomes import ALL_RULES, Finding, ReportedOutcome, count
from verifier.version import VERSION


def junit(outcomes: Sequence[ReportedOutcome], name: str) -> str:
    """Return the outcomes as one JUnit document."""
    root = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(root, "testsuite", _counts(outcomes, name))
    for outcome in outcomes:
        case = ElementTree.SubElement(suite, "testcase", _case(outcome))
        _body(case, outcome)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _counts(outcomes: Sequence[ReportedOutcome], name: str) -> dict[str, str]:
    numbers = {
        "tests": len(outcomes),
        "failures": count(outcomes, "failed"),
        "errors": count(outcomes, "error"),
        "skipped": count(outcomes, "skipped"),
    }
    # No timings, so that the same input gives the same report; the format wants the fields all the same.
    fixed = {"time": "0", "timestamp": "1970-01-01T00:00:00", "hostname": "localhost"}
    return {"name": _clean(name), **{key: str(number) for key, number in numbers.items()}, **fixed}


def _case(outcome: ReportedOutcome) -> dict[str, str]:
    return {"name": _clean(outcome.name), "classname": _clean(outcome.place or outcome.kind), "time": "0"}


def _body(case: ElementTree.Element, outcome: ReportedOutcome) -> None:
    _complaint(case, outcome, [finding for finding in outcome.findings if not finding.warning])
    if warnings := [finding for finding in outcome.findings if finding.warning]:
        ElementTree.SubElement(case, "system-out").text = _told(outcome, warnings, "warning: ")


def _complaint(case: ElementTree.Element, outcome: ReportedOutcome, findings: Sequence[Finding]) -> None:
    tags = {"failed": "failure", "error": "error", "skipped": "skipped"}
    if outcome.state not in tags:
        return
    first = findings[0] if findings else None
    message = "nothing was settled" if first is None else first.message
    said = ElementTree.SubElement(case, tags[outcome.state], {"message": _clean(message)})
    if outcome.state != "skipped":
        said.set("type", "" if first is None else first.rule)
        said.text = _told(outcome, findings)


def _told(outcome: ReportedOutcome, findings: Sequence[Finding], kind: str = "") -> str:
    return _clean("\n".join(f"{kind}{f.rule}: {_at(outcome.place, f.line)}{f.message}" for f in findings))


def _at(place: str, line: int | None) -> str:
    return f"{place}:{line}: " if line is not None else ""


def _clean(text: str) -> str:
    """Return ``text`` without the characters that XML 1.0 cannot hold."""
    return "".join(
        c if c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff" else "\ufffd"
        for c in text
    )


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


REPORTS: Mapping[str, Callable[[Sequence[ReportedOutcome], str], str]] = {
    "junit": junit,
    "sarif": lambda outcomes, suite: sarif(outcomes),
    "github": lambda outcomes, suite: "\n".join(workflow_commands(outcomes)) + "\n",
}
"""Every format of ``CiFormat``, with what makes it of outcomes and the name of the suite."""


def report(outcomes: Sequence[ReportedOutcome], format: str, title: str, suite: str) -> None:
    """Print the report in a format (nothing for one that was printed on the way), and append the summary.

    Raises: OSError when the reader is gone.
    """
    summarize(outcomes, title)
    if (made := REPORTS.get(format)) is not None:
        print(made(outcomes, suite), end="")
