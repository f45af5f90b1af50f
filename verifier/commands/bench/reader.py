"""What ``verifier bench reader`` does: it measures the exact reading on labelled steps, and writes that as a level."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from rich.table import Table

from verifier.commands.bench.labelled_data import LabelledData, labelled_data
from verifier.commands.options.bench import BenchReaderOptions
from verifier.evaluation.levels.reader_level import ReaderBench, bench_reader
from verifier.intake.bad import Unreadable
from verifier.judging.judge import Judge
from verifier.judging.reader_level import ReaderLevel
from verifier.outputs import write_text
from verifier.readers.exact.formal.formalize import NAME
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, complain, infrastructure, output, unwritable
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

BOUNDS = (
    "Bounds are one-sided, at 95% (Clopper and Pearson, 1934), for a thousand steps of the kind. Steps of one chain "
    "count one by one, though they are not independent."
)


def reader(options: BenchReaderOptions) -> int:
    """Measure, print, and return the exit status: 2 where a row was left out. Raises: SystemExit on an interrupt."""
    with output(options.write), infrastructure() as broken:
        try:
            data = labelled_data(options.data, options.limit)
            with ticking("judging", len(data.rows)) as tick, Judge(options.lean) as judge:
                bench = bench_reader(data.rows.values(), judge, tick)
            level = _level(options, data, bench)
        except (OSError, ValueError, Unreadable) as error:
            complain(f"expected labelled chains: {error}")
            return BAD_INPUT
        if options.as_json:
            print(json.dumps(level.to_json(), indent=1))
        else:
            _show(level, bench)
        return max(data.status, *broken, 0 if options.write is None else _write(options.write, level))
    return BAD_INPUT


def _level(options: BenchReaderOptions, data: LabelledData, bench: ReaderBench) -> ReaderLevel:
    """What was measured. Raises: OSError; ValueError where no step has a label."""
    about = options.about or ", ".join(Path(name).name for name in data.files)
    sources = tuple(data.sources(bench.measured))
    return ReaderLevel(NAME, date.today().isoformat(), about, sources, bench.kinds)


def _show(level: ReaderLevel, bench: ReaderBench) -> None:
    head, *rows = level.rows()
    table = Table(box=None, pad_edge=False)
    for name in head:
        table.add_column(name, justify="left" if name == head[0] else "right")
    for row in rows:
        table.add_row(*map(safe, row))
    console = standard_output(150)
    console.print(table)
    console.print(f"{BOUNDS} Steps without a label: {bench.unlabelled:,}.")
    for one in bench.against:
        console.print(safe(f"{one} || against its label"), soft_wrap=True)


def _write(path: Path, level: ReaderLevel) -> int:
    try:
        write_text(path, json.dumps(level.to_json(), indent=1) + "\n")
    except OSError as error:
        return unwritable(path, error)
    complain(f"{path}: {level}")
    return 0
