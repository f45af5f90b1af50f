"""Outcomes for GitHub Actions: annotations, of which a step shows about ten, and a summary in Markdown."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from verifier.report.ci.outcomes import Finding, ReportedOutcome, State, count, warnings, worst_first

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
