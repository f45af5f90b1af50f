"""Outcomes as JUnit XML: refused is a failure, infrastructure an error, what could not be judged skipped. What
only warns is told in the system-out of its case.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

from verifier.report.ci.outcomes import Finding, ReportedOutcome, count


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
