"""What ``verifier bench label`` prints: a table of runs, each labelled by what was asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from verifier.labelling.bench import Case, Figure, measured, memory
from verifier.labelling.journal import JournalRefused
from verifier.labelling.plan import Chosen, Refused
from verifier.labelling.rows import Unreadable
from verifier.report.canvas import safe
from verifier.report.exits import BAD_INPUT, INFRASTRUCTURE, OK, complain, infrastructure, output

MIB = 1 << 20


def bench_label(files: Sequence[str], limit: int | None, lean_limit: int, counts: Sequence[int], with_ray: bool) -> int:
    """Label the files in several ways, print what each took, and return the exit status. Fails: SystemExit."""
    with output(), infrastructure() as broken:
        try:
            for file in files:
                _print(Path(file).name, list(_figures(file, limit, lean_limit, with_ray)))
            if counts:
                _print("memory", list(_told(memory(counts))))
        except (Unreadable, ValueError) as error:
            complain(str(error))
            return BAD_INPUT
        except (Refused, JournalRefused, OSError) as error:
            complain(str(error))
            return INFRASTRUCTURE
    return max(OK, *broken)


def _figures(file: str, limit: int | None, lean_limit: int, with_ray: bool) -> Iterator[Figure]:
    some = Chosen(limit)
    cases = [
        Case("exact, one process", chosen=some),
        Case("exact, two processes", processes=2, chosen=some),
        Case("exact, from the cache", cached=True, again=True, chosen=some),
    ]
    if with_ray:
        cases.append(Case("exact, Ray on this machine, one process", ray="local", chosen=some))
    if lean_limit:
        few = Chosen(min(lean_limit, limit or lean_limit))
        cases.append(Case("with Lean certificates, one process", lean="require", certify=True, chosen=few))
    yield from _told(measured(file, case) for case in cases)


def _told(figures: Iterator[Figure]) -> Iterator[Figure]:
    for figure in figures:
        complain(f"{figure.case}: {figure.seconds:.1f} s")
        yield figure


def _print(name: str, figures: Sequence[Figure]) -> None:
    table = Table(title=safe(name), title_justify="left")
    table.add_column("run")
    for column in ("chains", "steps", "seconds", "cpu s", "steps/s", "steps/cpu s", "peak MiB", "against the first"):
        table.add_column(column, justify="right")
    for figure in figures:
        table.add_row(
            figure.case,
            f"{figure.chains:,}",
            f"{figure.steps:,}",
            f"{figure.seconds:,.2f}",
            f"{figure.cpu:,.2f}",
            f"{figure.steps_a_second:,.0f}",
            f"{figure.steps_a_cpu_second:,.0f}",
            f"{figure.peak / MIB:,.0f}",
            f"{figure.steps_a_second / figures[0].steps_a_second:.2f}x",
        )
    Console(highlight=False, markup=False, emoji=False, width=140).print(table)
