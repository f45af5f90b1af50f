"""What ``verifier bench label`` prints: a table of runs, each labelled by what was asked of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.table import Table

from verifier.commands.options.bench import BenchLabelOptions
from verifier.intake.bad import Unreadable
from verifier.labelling.running.bench import Case, Figure, measured, memory
from verifier.labelling.running.journal import JournalRefused
from verifier.labelling.running.plan import Chosen, Refused
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, infrastructure, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

MIB = 1 << 20


def bench_label(options: BenchLabelOptions, processes: Sequence[int], counts: Sequence[int]) -> int:
    """Label the files in several ways, print what each took, and return the exit status. Raises: SystemExit."""
    show = _lines if options.as_json else _print
    with output(), infrastructure() as broken:
        try:
            for file in options.data:
                show(Path(file).name, _told(measured(file, case) for case in _cases(options, processes)))
            if counts:
                show("memory", _told(memory(counts)))
        except (Unreadable, ValueError) as error:
            complain(str(error))
            return BAD_INPUT
        except (Refused, JournalRefused, OSError) as error:
            complain(str(error))
            return INFRASTRUCTURE
    return max(OK, *broken)


def _cases(options: BenchLabelOptions, processes: Sequence[int]) -> Iterator[Case]:
    some = Chosen(options.limit)
    yield from (Case("exact", processes=count, chosen=some) for count in processes)
    yield Case("exact, from the cache", cached=True, again=True, chosen=some)
    if options.ray:
        yield Case("exact, Ray on this machine", ray="local", chosen=some)
    if options.lean_limit:
        few = Chosen(min(options.lean_limit, options.limit or options.lean_limit))
        yield Case("with Lean certificates", lean="require", certify=True, chosen=few)


def _told(figures: Iterator[Figure]) -> Iterator[Figure]:
    for figure in figures:
        complain(f"{figure.case}: {figure.seconds:.1f} s")
        yield figure


def _lines(name: str, figures: Iterable[Figure]) -> None:
    for figure in figures:
        print(json.dumps(figure.to_json(name)), flush=True)


def _print(name: str, found: Iterable[Figure]) -> None:
    figures = list(found)
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
    standard_output(140).print(table)
