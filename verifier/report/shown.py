"""What a check prints of each chain as it comes, and of all of them in the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text

from verifier.intake.bad import Bad
from verifier.records.record import error_record, line
from verifier.report.ci.formats import Showing
from verifier.report.ci.outcomes import ReportedOutcome
from verifier.report.ci.reports import report
from verifier.report.screen import standard_output
from verifier.report.summary import InShort, Outcome, totals
from verifier.report.terminal import SHORT
from verifier.report.terminal_text import safe


class Shown:
    """Prints chains as they come, and holds what the end needs."""

    def __init__(self, showing: Showing) -> None:
        self.showing = showing
        self._outcomes: list[ReportedOutcome] = []
        self._found: list[Outcome] = []
        self._printed = False

    def chain(
        self,
        outcome: ReportedOutcome,
        found: InShort,
        record: Callable[[], dict[str, Any]],
        view: Callable[[Console], None],
    ) -> None:
        """Print a chain as it is wanted: its record, its view, or its line. Raises: OSError when the reader is gone."""
        self._outcomes.append(outcome)
        self._found.append(found.outcome)
        showing, fails = self.showing, outcome.state in ("failed", "error")
        if showing.quiet or (showing.only_wrong and not (found.wrong or fails)):
            return
        if showing.summary:
            self._line(outcome.name, found)
        elif showing.format == "json":
            print(line(record()), flush=True)
        elif showing.format == "view":
            if self._printed:
                print()
            self._printed = True
            view(standard_output())

    def bad(self, bad: Bad, outcome: ReportedOutcome) -> None:
        """Print what is no chain: its record, or that it was not read. Raises: OSError when the reader is gone."""
        self._outcomes.append(outcome)
        self._found.append(Outcome.NO_CHAIN)
        if self.showing.format == "json" and not self.showing.quiet:
            print(line(error_record(bad)), flush=True)
        elif self.showing.summary and not self.showing.quiet:
            self._line(outcome.name, InShort(Outcome.NO_CHAIN, "not read"))

    def end(self) -> None:
        """Print the report that is wanted, or the totals of several chains, and append the summary of a CI system.

        Raises: OSError when the reader is gone."""
        view = self.showing.format == "view" and not self.showing.quiet
        format = "quiet" if self.showing.quiet else self.showing.format
        report(self._outcomes, format, "Chains of reasoning", "verifier check")
        if view and (len(self._found) > 1 or self.showing.summary):
            if self._printed:
                print()
            standard_output().print(Text(totals(self._found), "bold"), soft_wrap=True)

    def _line(self, name: str, found: InShort) -> None:
        said = Text(f"{safe(name)}: ").append(safe(found.text), SHORT[found.outcome])
        if found.answer:
            said.append(f"; {safe(found.answer)}", "bold yellow")
        standard_output().print(said, soft_wrap=True, highlight=False)
