"""What ``verifier bench`` prints: a table for each file of labelled chains, and the cases to look at."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from verifier.commands.options.bench import BenchExactOptions
from verifier.evaluation.benchmarks.exact import HELD, Tally, bench_exact
from verifier.evaluation.benchmarks.exact_tables import written
from verifier.pipeline.judge import Judge
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output, unwritable
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

MOST_SHOWN = 200  # notable cases of one kind
LONGEST = 240  # characters of a case


def exact(options: BenchExactOptions) -> int:
    """Judge the chains of the files, print a table for each, and return the exit status. Raises: SystemExit."""
    worst = OK
    console = standard_output()
    tallies: list[Tally] = []
    with output(options.write), infrastructure() as broken, Judge(options.lean) as judge:
        for file in options.data:
            try:
                with ticking(safe(file.name)) as tick:
                    found = bench_exact(file, judge, options.limit, tick, split=options.split)
            except (OSError, ValueError) as error:
                complain(_wrong(file, error))
                worst = BAD_INPUT
                continue
            tallies += found
            for tally in found:
                console.print(table(tally))
                for case in _cases(tally) if options.show and tally.part != HELD else ():
                    console.print(case, soft_wrap=True)
        if options.write is not None and not worst:
            worst = _write(options.write, tallies, options)
    return max(worst, *broken)


def _write(path: Path, tallies: Sequence[Tally], options: BenchExactOptions) -> int:
    words = ["--split"] * options.split + (["--limit", str(options.limit)] if options.limit else [])
    words += ["--lean", options.lean] if options.lean != "off" else []
    command = ["verifier", "bench", "exact", *map(str, options.data), *words, "--write", str(path)]
    try:
        written(path, tallies, shlex.join(command) if len(options.data) < 4 else _short(command, options))
    except OSError as error:
        return unwritable(path, error, "a file that the tables can be written to")
    except ValueError as error:
        complain(f"{path}: expected a file that the tables can be written to ({error})")
        return BAD_INPUT
    return OK


def _short(command: list[str], options: BenchExactOptions) -> str:
    """The command with its many files named by their folder."""
    folders = list(dict.fromkeys(str(file.parent) for file in options.data))
    return " ".join([*command[:3], *(f"{folder}/*.jsonl.gz" for folder in folders), *command[3 + len(options.data) :]])


def _wrong(file: Path, error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{file}: expected a file of labelled chains that can be read ({error.strerror or error})"
    return f"expected labelled chains: {error}"


def table(tally: Tally) -> Table:
    """Return the figures of one file as a table."""
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
    lines = []
    for kind in ("accused", "approved", "alarm", "refuted", "missed"):
        cases = [case for case in tally.notable if case[0] == kind]
        lines += [
            safe(f"{kind}: {id}, step {step}: {' '.join(text.split())[:LONGEST]}") for _, id, step, text in cases
        ][:MOST_SHOWN]
        if len(cases) > MOST_SHOWN:
            lines.append(f"{kind}: {len(cases) - MOST_SHOWN} more")
    return lines
