"""What ``verifier bench label`` prints: a table of runs, each labelled by what was asked of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from verifier.labelling.bench import Case, Figure, measured, memory
from verifier.labelling.journal import JournalRefused
from verifier.labelling.plan import Chosen, Refused
from verifier.labelling.rows import Unreadable
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, infrastructure, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to measure. ``processes``: how many, one run after another; ``certified``: chains that get Lean
    certificates; ``counts``: of one-step chains, for memory; ``as_json``: rows that ``verifier plot`` draws."""

    files: Sequence[str]
    limit: int | None = None
    processes: Sequence[int] = (1, 2)
    certified: int = 100
    counts: Sequence[int] = ()
    ray: bool = False
    as_json: bool = False


def bench_label(wanted: Wanted) -> int:
    """Label the files in several ways, print what each took, and return the exit status. Fails: SystemExit."""
    show = _lines if wanted.as_json else _print
    with output(), infrastructure() as broken:
        try:
            for file in wanted.files:
                show(Path(file).name, _told(measured(file, case) for case in _cases(wanted)))
            if wanted.counts:
                show("memory", _told(memory(wanted.counts)))
        except (Unreadable, ValueError) as error:
            complain(str(error))
            return BAD_INPUT
        except (Refused, JournalRefused, OSError) as error:
            complain(str(error))
            return INFRASTRUCTURE
    return max(OK, *broken)


def _cases(wanted: Wanted) -> Iterator[Case]:
    some = Chosen(wanted.limit)
    yield from (Case("exact", processes=count, chosen=some) for count in wanted.processes)
    yield Case("exact, from the cache", cached=True, again=True, chosen=some)
    if wanted.ray:
        yield Case("exact, Ray on this machine", ray="local", chosen=some)
    if wanted.certified:
        few = Chosen(min(wanted.certified, wanted.limit or wanted.certified))
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
