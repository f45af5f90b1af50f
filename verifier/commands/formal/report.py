"""What ``verifier report`` does with chains that are judged by translations: to one page."""

from __future__ import annotations

import json
from collections.abc import Iterator

from verifier.commands.formal.chains import FormalChains, FormalJudging
from verifier.commands.options.judging import ReportOptions
from verifier.commands.pages.report import of_records
from verifier.intake.bad import Bad
from verifier.intake.files.values import Value
from verifier.records.record import line, record
from verifier.report.exit_codes import infrastructure, output


def of_files(asked: FormalChains, options: ReportOptions) -> int:
    """Judge chains by their translations, write the page, and return the exit status: 2 where input is bad.

    Raises:
        SystemExit: on an interrupt.
    """
    judging = FormalJudging(asked)

    def rows() -> Iterator[Value | Bad]:
        for place, row in judging():
            if not isinstance(row, Bad):  # which was complained of
                yield Value(place, json.loads(line(record(row))))

    with output(options.out), infrastructure() as broken:
        return max(of_records(rows(), "the translations", options), judging.status, *broken)
    return max(*broken)
