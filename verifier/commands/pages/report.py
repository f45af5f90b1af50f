"""What ``verifier report`` does: records to one page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any, TypeGuard

from verifier.chain import Chain
from verifier.commands.formal.chains import FormalChains, FormalJudging
from verifier.commands.options.judging import ReportOptions
from verifier.commands.pages.report_page import Unfit, save
from verifier.intake.bad import Bad, BadInput
from verifier.intake.chains import of_value, records
from verifier.intake.files.values import Value, each
from verifier.intake.formats.evaluations import kept_record, samples_of
from verifier.intake.source import Reading
from verifier.pipeline.judge import Judge
from verifier.records.recheck import Checkers, recheck_one
from verifier.records.record import is_error_record, line, record
from verifier.records.views.record_view import Sheet, sheet
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, OK, WRONG, complain, infrastructure, output
from verifier.report.html.overview import overview
from verifier.report.html.page import page
from verifier.streams import standard_input


def run(options: ReportOptions) -> int:
    """Write the page, say where it is, and return the exit status: 2 where a row could not be read, 1 where one
    does not recheck. Raises: SystemExit on an interrupt."""
    worst = OK
    with output(options.out), infrastructure() as broken:
        worst = _run(options)
    return max(worst, *broken)


def of_translated(asked: FormalChains, options: ReportOptions) -> int:
    """Judge chains by their translations, write the page, and return the exit status: 2 if input is bad.

    Raises:
        SystemExit: on an interrupt.
    """
    judging = FormalJudging(asked)
    judged = ((place, row) for place, row in judging() if not isinstance(row, Bad))  # which was complained of
    rows = (Value(place, json.loads(line(record(row)))) for place, row in judged)
    with output(options.out), infrastructure() as broken:
        return max(of_records(rows, "the translations", options), judging.status, *broken)
    return max(*broken)


def _run(options: ReportOptions) -> int:
    sources = options.sources(options.records)
    rows = _recorded(records(sources.names, standard_input()), sources.reading)
    return of_records(rows, str(sources), options)


def _recorded(rows: Iterable[Value | Bad], reading: Reading) -> Iterator[Value | Bad]:
    """Yield records as they are, and in the place of a chain, in any known format, its record: as our scorer kept
    it in a log of inspect, else judged now, without Lean."""
    with ExitStack() as stack:
        judge: Judge | None = None
        for value in chain.from_iterable(map(_samples, chain.from_iterable(map(each, rows)))):
            found = of_value(value.data, reading, value.where) if _is_row(value) else []
            chains = [one for one in found if isinstance(one, Chain)]
            if not chains:
                yield value
                continue
            if judge is None:
                complain("some of these are chains and no records: they are judged now, without Lean")
                judge = stack.enter_context(Judge("off"))
            for one in found:
                yield one if isinstance(one, Bad) else Value(value.where, json.loads(line(record(judge(one)))))


def _samples(value: Value | Bad) -> Iterator[Value | Bad]:
    """Yield the samples of a log of inspect in its place: the record that our scorer kept, where it did."""
    for data in [None] if isinstance(value, Bad) else samples_of(value.data):
        yield value if isinstance(value, Bad) else Value(value.where, kept_record(data) or data)


def _is_row(value: Value | Bad) -> TypeGuard[Value]:
    """Whether a value may be a chain: an object that is no record."""
    return isinstance(value, Value) and isinstance(value.data, dict) and not {"schema", "kind"} & value.data.keys()


def of_records(rows: Iterable[Value | Bad], source: str, options: ReportOptions) -> int:
    """Write the page of records, and return the exit status: 2 where a row is left out, 1 where one does not recheck.

    Raises: LeanUnavailable.
    """
    sheets, statuses = list[Sheet](), [OK]
    seen: dict[str, tuple[str, Any]] = {}
    with Checkers() as checkers, ticking("reading") as tick:
        for item in rows:
            tick()
            try:
                sheets.append(_shown(item, seen, checkers if options.recheck else None))
            except Unfit as error:
                complain(f"{item.where}: {error}")
                statuses.append(error.status)
    lost = len(statuses) - 1
    if not any("error" not in one for one in sheets):
        complain(f"{source}: expected records, as 'verifier check --json' prints them, got none to show")
        return max(BAD_INPUT, *statuses)
    name = "standard input" if source == "-" else ", ".join(Path(name).name for name in options.records)
    about = overview(sheets, name, options.recheck, lost)
    return max(*statuses, save(lambda katex: page(about, sheets, katex), len(sheets), options, lost))


def _shown(item: Value | Bad, seen: dict[str, tuple[str, Any]], checkers: Checkers | None) -> Sheet:
    """Return the sheet of a row. Raises: Unfit; LeanUnavailable when it is to be checked again and needs a Lean."""
    if isinstance(item, Bad):
        raise Unfit(item.message)
    data = item.data
    if is_error_record(data) and isinstance(data["error"], str):
        named = {key: text if isinstance(text := data.get(key), str) else None for key in ("id", "place")}
        return {**named, "error": data["error"]}
    try:
        shown = sheet(data)
    except BadInput as error:
        raise Unfit(str(error)) from error
    if shown["id"] is not None:
        where, first = seen.setdefault(shown["id"], (item.where, data))
        if where != item.where and first == data:
            raise Unfit(f"the record of {where} once more, which is counted once")
        if where != item.where:
            complain(f"{item.where}: the id {shown['id']:.40} is also at {where}; both chains are shown")
    if checkers is not None and (wrong := next((one for one in recheck_one(data, checkers, "") if one.wrong), None)):
        raise Unfit(f"does not recheck: {str(wrong).lstrip(', :')}", WRONG)
    return shown
