"""What ``verifier bench`` prints: a table for each file of labelled chains, and the cases to look at."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from verifier.judging.bench import Tally, bench_exact
from verifier.judging.judge import Judge
from verifier.judging.lineup import LeanMode
from verifier.report.canvas import safe
from verifier.report.exits import BAD_INPUT, OK, complain, infrastructure, output

MOST_SHOWN = 200  # notable cases of one kind
LONGEST = 240  # characters of a case


def exact(files: Sequence[Path], limit: int | None = None, shown: bool = False, lean: LeanMode = "off") -> int:
    """Judge the chains of ``files``, print a table for each, and return the exit status. Fails: SystemExit."""
    worst = OK
    console = Console(highlight=False, markup=False, emoji=False)
    with output(), infrastructure() as broken, Judge(lean) as judge:
        for file in files:
            try:
                tally = bench_exact(file, judge, limit, _ticker(file))
            except (OSError, ValueError) as error:
                complain(_wrong(file, error))
                worst = BAD_INPUT
                continue
            console.print(table(tally))
            for case in _cases(tally) if shown else ():
                console.print(case, soft_wrap=True)
    return max(worst, *broken)


class _ticker:
    """Shows on a terminal how many chains of a file are done."""

    def __init__(self, file: Path) -> None:
        self._file, self._done = file, 0

    def __call__(self) -> None:
        self._done += 1
        if sys.stderr.isatty() and self._done % 20 == 0:
            print(f"\r{self._file.name}: {self._done} chains", end="\r", file=sys.stderr, flush=True)


def _wrong(file: Path, error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{file}: expected a file of labelled chains that can be read ({error.strerror or error})"
    return f"expected labelled chains: {error}"


def table(tally: Tally) -> Table:
    """Return the figures of one file as a table. Fails: never."""
    figures = tally.row()
    found = Table(title=safe(str(figures.pop("file"))), title_justify="left", show_header=False)
    found.add_column()
    found.add_column(justify="right")
    for name, value in figures.items():
        found.add_row(name.replace("_", " "), _figure(value))
    return found


def _figure(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.1%}" if isinstance(value, float) else f"{value:,}"


def _cases(tally: Tally) -> list[str]:
    """One line for each notable case, the worst kinds first."""
    order = ("accused", "approved", "refuted")
    lines = []
    for kind in order:
        cases = [case for case in tally.notable if case[0] == kind]
        lines += [
            safe(f"{kind}: {id}, step {step}: {' '.join(text.split())[:LONGEST]}") for _, id, step, text in cases
        ][:MOST_SHOWN]
        if len(cases) > MOST_SHOWN:
            lines.append(f"{kind}: {len(cases) - MOST_SHOWN} more")
    return lines
