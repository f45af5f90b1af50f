"""Outcomes as the report that was asked for, and as a summary where a CI system wants one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from verifier.report.ci.github import summarize, workflow_commands
from verifier.report.ci.junit import junit
from verifier.report.ci.outcomes import ReportedOutcome
from verifier.report.ci.sarif import sarif

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
