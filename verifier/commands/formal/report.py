"""What ``verifier report`` does with chains that are judged by translations: records, or formal chains, to one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.commands.formal.chains import FormalChains, FormalJudging
from verifier.commands.options.judging import ReportOptions
from verifier.commands.pages.report_page import Unfit, save
from verifier.intake.bad import Bad, BadInput
from verifier.intake.files.values import Value
from verifier.records.recheck import Checkers, recheck_one
from verifier.records.record import has_translations, record
from verifier.report.exit_codes import BAD_INPUT, OK, WRONG, complain, infrastructure, output
from verifier.report.formal.sheet import JudgedFormalSheet, formal_sheet
from verifier.report.html.formal_judged import page


def of_files(asked: FormalChains, options: ReportOptions) -> int:
    """Judge chains by their translations, write the page, and return the exit status: 2 where input is bad.

    Raises:
        SystemExit: on an interrupt.
    """
    judging = FormalJudging(asked)

    def rows() -> Iterator[Value | Bad]:
        for place, row in judging():
            if not isinstance(row, Bad):  # which was complained of
                yield Value(place, record(row))

    with output(options.out), infrastructure() as broken:
        return max(written_of(rows(), options), judging.status, *broken)
    return max(*broken)


def written_of(rows: Iterable[Value | Bad], options: ReportOptions) -> int:
    """Write the page of records of formal chains, and return the exit status: 2 where a row is left out, 1 where one
    does not recheck. Raises: LeanUnavailable."""
    sheets, worst = list[JudgedFormalSheet](), OK
    with Checkers() as checkers:
        for item in rows:
            try:
                sheets.append(_shown(item, checkers if options.recheck else None))
            except Unfit as error:
                complain(f"{item.where}: {error}")
                worst = max(worst, error.status)
    if not sheets:
        complain("expected records of formal chains, or formal chains, got none to show")
        return max(BAD_INPUT, worst)
    return max(worst, save(lambda katex: page(sheets, katex), len(sheets), options))


def _shown(item: Value | Bad, checkers: Checkers | None) -> JudgedFormalSheet:
    if isinstance(item, Bad):
        raise Unfit(item.message)
    if not has_translations(item.data):
        raise Unfit("it is no record with translations, as the first one is: report them apart")
    try:
        shown = formal_sheet(item.data)
    except BadInput as error:
        raise Unfit(str(error)) from error
    if checkers is not None and (wrong := next((o for o in recheck_one(item.data, checkers, "") if o.wrong), None)):
        raise Unfit(f"does not recheck: {str(wrong).lstrip(', :')}", WRONG)
    return shown
