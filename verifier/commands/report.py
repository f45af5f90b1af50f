"""What ``verifier report`` does: records to one page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.commands.options.judging import ReportOptions, Typeset
from verifier.judging.intake import Bad, BadInput, Value, records
from verifier.judging.records.recheck import Checkers, recheck_one
from verifier.judging.records.record_view import Sheet, sheet
from verifier.outputs import written
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, WRONG, complain, infrastructure, output
from verifier.report.html.katex import katex
from verifier.report.html.overview import overview
from verifier.report.html.page import page


class Unfit(Exception):
    """A row that is not shown: ``status`` is the exit status that it calls for."""

    def __init__(self, message: str, status: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.status = status


def run(options: ReportOptions) -> int:
    """Write the page, say where it is, and return the exit status: 2 where a row could not be read, 1 where one
    does not recheck. Raises: SystemExit on an interrupt."""
    worst = OK
    with output(options.out), infrastructure() as broken:
        worst = _run(options)
    return max(worst, *broken)


def _run(options: ReportOptions) -> int:
    sheets, statuses = list[Sheet](), [OK]
    seen: dict[str, tuple[str, Any]] = {}
    with Checkers() as checkers, ticking("reading") as tick:
        for item in records(options.records, sys.stdin.buffer):
            tick()
            try:
                sheets.append(_shown(item, seen, checkers if options.recheck else None))
            except Unfit as error:
                complain(f"{item.where}: {error}")
                statuses.append(error.status)
    lost = len(statuses) - 1
    if not any("error" not in one for one in sheets):
        complain(f"{options.records}: expected records, as 'verifier check --json' prints them, got none to show")
        return max(BAD_INPUT, *statuses)
    try:
        typesetter = typesetting(options.typeset)
        name = "standard input" if options.records == "-" else Path(options.records).name
        with written(options.out) as stream:
            parts = page(overview(sheets, name, options.recheck, lost), sheets, typesetter)
            size = sum(stream.write(part.encode()) for part in parts)
    except LeanUnavailable as error:
        complain(f"expected KaTeX: {error}")
        return INFRASTRUCTURE
    except OSError as error:
        complain(f"{options.out}: expected a file that can be written ({error.strerror or error})")
        return BAD_INPUT
    left = f"; {lost} rows are left out" if lost else ""
    print(f"{options.out}: {len(sheets)} chains, {size / 1e6:.1f} MB{left}")
    return max(statuses)


def _shown(item: Value | Bad, seen: dict[str, tuple[str, Any]], checkers: Checkers | None) -> Sheet:
    """Return the sheet of a row. Raises: Unfit; LeanUnavailable when it is to be checked again and needs a Lean."""
    if isinstance(item, Bad):
        raise Unfit(item.message)
    data = item.data
    if isinstance(data, dict) and data.keys() == {"schema", "id", "error"} and isinstance(data["error"], str):
        return {"id": data["id"] if isinstance(data["id"], str) else None, "error": data["error"]}
    try:
        shown = sheet(data)
    except BadInput as error:
        raise Unfit(str(error)) from error
    if shown["id"] is not None:
        where, first = seen.setdefault(shown["id"], (item.where, data))
        if where != item.where and first == data:
            raise Unfit(f"the record of {where} once more, which is counted once")
        if where != item.where:
            complain(f"{item.where}: the id {shown['id']:.40} stands at {where} too; both chains are shown")
    if checkers is not None and (wrong := next((one for one in recheck_one(data, checkers, "") if one.wrong), None)):
        raise Unfit(f"does not recheck: {str(wrong).lstrip(', :')}", WRONG)
    return shown


def typesetting(typeset: Typeset) -> tuple[str, str] | None:
    """Return KaTeX's script and style, None where mathematics is not typeset.

    Raises:
        LeanUnavailable: where it must be and cannot.
    """
    if typeset == "off":
        return None
    try:
        return katex(lambda stage, share: complain(stage))
    except (LeanUnavailable, OSError) as error:
        if typeset == "require":
            raise LeanUnavailable(str(error)) from error
        complain(f"going on without typeset mathematics: {error}")
        return None
