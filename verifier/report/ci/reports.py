"""Outcomes as the report that was asked for, and as a summary where a CI system wants one."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from verifier.report.ci.outcomes import ALL_RULES, Finding, ReportedOutcome, State, count, warnings, worst_first
from verifier.version import VERSION

MOST_SHOWN = 10
MOST_SUMMARY = 1 << 20
MOST_ROWS = 1000
MARKS = {"passed": "✅", "failed": "❌", "error": "⚠️", "skipped": "➖"}
WARNING = "🔎"
STATES: tuple[State, ...] = ("passed", "failed", "error", "skipped")
COMMANDS = {"failed": "error", "error": "warning", "skipped": "notice"}


def workflow_commands(outcomes: Sequence[ReportedOutcome]) -> Iterator[str]:
    """Yield workflow commands, worst first, and a last line that counts what is not shown."""
    rows = [(outcome, finding) for outcome in worst_first(outcomes) for finding in outcome.findings]
    shown: dict[str, int] = {}
    for outcome, finding in rows:
        command = "warning" if finding.warning else COMMANDS.get(outcome.state, "notice")
        shown[command] = shown.get(command, 0) + 1
        if shown[command] <= MOST_SHOWN:
            yield _annotation(command, outcome, finding)
    left = sum(max(0, number - MOST_SHOWN) for number in shown.values())
    if left:
        yield f"::notice title=verifier::{left} more findings are in the job summary"


def _annotation(command: str, outcome: ReportedOutcome, finding: Finding) -> str:
    fields = {
        "file": outcome.place,
        "line": finding.line,
        "col": finding.column,
        "title": f"{outcome.name}: {finding.rule}",
    }
    said = ",".join(f"{key}={_property(str(value))}" for key, value in fields.items() if value)
    return f"::{command} {said}::{_data(finding.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def markdown(outcomes: Sequence[ReportedOutcome], title: str) -> str:
    """Return a summary in Markdown, of at most 1 MiB, worst first."""
    counts = {f"{MARKS[state]} {{}} {state}": count(outcomes, state) for state in STATES}
    counts[f"{WARNING} {{}} to look at"] = warnings(outcomes)
    head = [f"## {title}", "", ", ".join(said.format(number) for said, number in counts.items() if number)]
    lines = [*head, "", "| | what | rule | where | why |", "|---|---|---|---|---|"]
    size = sum(len(line.encode()) + 1 for line in lines)
    rows = [row for outcome in worst_first(outcomes) for row in _rows(outcome)]
    for i, row in enumerate(rows):
        size += len(row.encode()) + 1
        if i >= MOST_ROWS or size > MOST_SUMMARY - 200:
            lines.append(f"\n{len(rows) - i} more rows are not shown.")
            break
        lines.append(row)
    return "\n".join(lines) + "\n"


def _rows(outcome: ReportedOutcome) -> Iterator[str]:
    mark, name = MARKS[outcome.state], _cell(outcome.name)
    if not outcome.findings:
        yield f"| {mark} | {name} | | {_cell(outcome.place)} | |"
    for finding in outcome.findings[:5]:
        at = "" if finding.line is None else f":{finding.line}"
        mark = WARNING if finding.warning else MARKS[outcome.state]
        yield f"| {mark} | {name} | {finding.rule} | {_cell(outcome.place + at)} | {_cell(finding.message[:300])} |"


def _cell(text: str) -> str:
    """Return ``text`` as a cell: on one line, with nothing in it that Markdown or HTML would take up."""
    text = (
        " ".join(text.encode("utf-8", "replace").decode().split())
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
    )
    return "".join(f"\\{c}" if c in "\\|`*_[]#!~$" else c for c in text).replace("@", "&#64;")


def summarize(outcomes: Sequence[ReportedOutcome], title: str) -> None:
    """Append the summary to the file that GITHUB_STEP_SUMMARY names, where it names one."""
    place = os.environ.get("GITHUB_STEP_SUMMARY")
    if not place:
        return
    try:
        with Path(place).open("a", encoding="utf-8", errors="replace") as stream:
            stream.write(markdown(outcomes, title))
    except OSError:
        return


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
