"""Outcomes as the report that was asked for, and as a summary where a CI system wants one."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.report.github import summarize, workflow_commands
from verifier.report.junit import junit
from verifier.report.outcomes import Outcome
from verifier.report.sarif import sarif


def report(outcomes: Sequence[Outcome], format: str, title: str, suite: str) -> None:
    """Print the report in a format (nothing for one that was printed on the way), and append the summary.

    *Fails:* OSError when the reader is gone.
    """
    summarize(outcomes, title)
    match format:
        case "junit":
            print(junit(outcomes, suite), end="")
        case "sarif":
            print(sarif(outcomes), end="")
        case "github":
            print("\n".join(workflow_commands(outcomes)))
