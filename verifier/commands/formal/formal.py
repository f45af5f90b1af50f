"""What ``verifier formal`` does: lints formal chains, shows them beside their text, tells two translations apart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from verifier.commands.formal.files import Entry, FormalFile
from verifier.commands.options.formal import FormalShowOptions
from verifier.language.comparing.difference import difference
from verifier.language.lint import lint
from verifier.language.linting.findings import MEANING, Code, Finding, Severity, severity
from verifier.report.exit_codes import BAD_INPUT, OK, WRONG, complain, output
from verifier.report.formal.difference import as_json as difference_json
from verifier.report.formal.difference import show as show_difference
from verifier.report.formal.terminal import show as show_chain
from verifier.report.formal.view import FormalSheet, as_json, view
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe


def check(path: Path, texts: Path | None, *, as_lines: bool, strict: bool) -> int:
    """Print what the linter finds in a file of formal chains, and return the exit status: 1 where something is an
    error or, if ``strict``, a warning.

    Raises:
        SystemExit: on an interrupt.
    """
    worst = OK
    with output():
        file = FormalFile(path, texts)
        counts: Counter[Code] = Counter()
        number = 0
        console = standard_output()
        for entry in file.entries():
            found = lint(entry.chain)
            number += 1
            counts.update(one.code for one in found)
            if any(strict or one.severity is Severity.ERROR for one in found):
                worst = WRONG
            if as_lines:
                print(json.dumps(_linted(entry, found)))
            elif found:
                _print_findings(entry, found, console)
        if as_lines:
            for line, message in file.refused:
                print(json.dumps({"line": line, "error": message}))
        elif number:
            _print_counts(counts, number, console)
        worst = max(worst, file.status)
    return worst


def _linted(entry: Entry, found: Iterable[Finding]) -> dict[str, Any]:
    return {
        "id": entry.chain.id,
        "line": entry.line,
        "sample": entry.sample,
        "findings": [
            {"code": one.code.value, "severity": one.severity.value, "place": _place(one), "message": one.message}
            for one in found
        ],
    }


_PLACES = ("variable", "fact", "ask", "step", "statement", "column")


def _place(finding: Finding) -> dict[str, Any]:
    told = ((name, getattr(finding.place, name)) for name in _PLACES)
    return {name: value for name, value in told if value is not None}


def _print_findings(entry: Entry, found: Iterable[Finding], console: Console) -> None:
    sample = f", translation {entry.sample + 1}" if entry.sample else ""
    console.print(Text(safe(f"{entry.chain.id} (line {entry.line}{sample})"), "bold"), soft_wrap=True)
    for one in found:
        where = ", ".join(f"{name} {value}" for name, value in _place(one).items()) or "the chain"
        line = Text("  ").append(safe(where)).append(": ")
        line.append(f"{one.severity.value} {one.code.value}", "bold red" if _bad(one.code) else "yellow")
        console.print(line.append(safe(f": {one.message}")), soft_wrap=True)


def _bad(code: Code) -> bool:
    return severity(code) is Severity.ERROR


def _print_counts(counts: Counter[Code], number: int, console: Console) -> None:
    chains = "1 chain" if number == 1 else f"{number:,} chains"
    if not counts:
        console.print(f"{chains}, nothing found")
        return
    table = Table(title=f"{chains}, {sum(counts.values()):,} findings", title_justify="left")
    for head in ("code", "", "count", "what it says"):
        table.add_column(head, justify="right" if head == "count" else "left")
    for code, count in sorted(counts.items(), key=lambda one: (not _bad(one[0]), -one[1], one[0])):
        table.add_row(code.value, severity(code).value, f"{count:,}", MEANING[code])
    console.print(table)


def show(options: FormalShowOptions) -> int:
    """Show formal chains beside their text, and return the exit status.

    Raises:
        SystemExit: on an interrupt.
    """
    with output():
        file = FormalFile(options.file, options.chains)
        for sheet in _sheets(file, options.id):
            if options.json:
                print(json.dumps(as_json(sheet)))
            else:
                show_chain(sheet, standard_output())
        return file.status
    return OK


def _sheets(file: FormalFile, id: str | None) -> Iterator[FormalSheet]:
    none = True
    for entry in file.entries(id):
        none = False
        yield view(entry.chain, lint(entry.chain), entry.line, entry.sample)
    if none and id is not None and file.status == OK:
        complain(f"{file.path}: there is no chain with the id {id}")
        file.status = BAD_INPUT


def diff(first: Path, second: Path | None, texts: Path | None, *, id: str | None, as_lines: bool) -> int:
    """Print what differs between translations of the same chains, and return the exit status: 1 where something does.

    With one file, the translations of one id in it are compared, each with the one before.

    Raises:
        SystemExit: on an interrupt.
    """
    worst = OK
    with output():
        files = [FormalFile(path, texts) for path in (first, second) if path is not None]
        found = [list(file.entries(id)) for file in files]
        pairs = list(_across(*found) if len(found) == 2 else _within(found[0]))
        if not pairs and all(file.status == OK for file in files):
            complain("expected two translations of one chain, got none")
            worst = BAD_INPUT
        for one, other in pairs:
            worst = max(worst, _compared(one, other, as_lines=as_lines))
        worst = max(worst, *(file.status for file in files))
    return worst


Pair = tuple[Entry | None, Entry | None]
"""Two translations of one chain; None: there is none in that file."""


def _across(first: list[Entry], second: list[Entry]) -> Iterator[Pair]:
    """The translations of two files, by id and by their order in the file."""
    keyed = [{(entry.chain.id, entry.sample): entry for entry in entries} for entries in (first, second)]
    for key in dict.fromkeys((*keyed[0], *keyed[1])):
        yield keyed[0].get(key), keyed[1].get(key)


def _within(entries: list[Entry]) -> Iterator[Pair]:
    """The translations of one file, each with the one of its id before it."""
    before: dict[str, Entry] = {}
    for entry in entries:
        if entry.chain.id in before:
            yield before[entry.chain.id], entry
        before[entry.chain.id] = entry


def _compared(one: Entry | None, other: Entry | None, *, as_lines: bool) -> int:
    if one is None or other is None:
        for entry, missing in ((one, "second"), (other, "first")):
            if entry is not None:
                _print_missing(entry.chain.id, missing, as_lines=as_lines)
        return WRONG
    found = difference(one.chain, other.chain)
    if as_lines:
        print(json.dumps(difference_json(one.chain.id, found)))
    else:
        show_difference(one.chain, other.chain, found, standard_output())
    return OK if found.same else WRONG


def _print_missing(id: str, where: str, *, as_lines: bool) -> None:
    line = json.dumps({"id": id, "missing": where})
    print(line if as_lines else f"{safe(id)}: not in the {where} file")
