"""What ``verifier bench programs`` prints: the figures of one half of the programs, and the cases to look at."""

from __future__ import annotations

from rich.table import Table

from verifier.commands.options.bench import BenchProgramsOptions
from verifier.evaluation.benchmarks.programs import ProgramTally, bench_programs
from verifier.pipeline.judge import Judge
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

LONGEST = 400  # characters of a case
KINDS = ("accused", "label", "undecided", "settled")


def programs(options: BenchProgramsOptions) -> int:
    """Judge the chains of a file, print the figures of one half of it, and return the exit status.

    Raises: SystemExit."""
    worst = OK
    console = standard_output()
    with output(), infrastructure() as broken, Judge("off") as judge:
        try:
            with ticking(safe(options.data.name)) as tick:
                tally = bench_programs(options.data, judge, options.limit, tick, held_out=options.held_out)
        except (OSError, ValueError) as error:
            complain(f"{options.data}: expected chains about programs as JSON lines ({error})")
            worst = BAD_INPUT
        else:
            console.print(table(tally, options.data.name))
            for line in cases(tally, options.show):
                console.print(line, soft_wrap=True)
    return max(worst, *broken)


def table(tally: ProgramTally, name: str) -> Table:
    """Return the figures as a table."""
    found = Table(title=safe(f"{name}, {tally.part}"), title_justify="left", show_header=False)
    found.add_column()
    found.add_column(justify="right")
    for key, value in tally.row().items():
        share = isinstance(value, float) and key.endswith("settled")
        found.add_row(key.replace("_", " "), "-" if value is None else f"{value:.1%}" if share else f"{value:,}")
    found.add_row("start of the sandboxes, s", f"{tally.started:.2f}")
    return found


def cases(tally: ProgramTally, show: bool) -> list[str]:
    """One line for each case: right chains that are accused, labels that differ, answers that are not decided; with
    ``show``, the errors that are settled too."""
    kept = KINDS if show else KINDS[:3]
    found = sorted((one for one in tally.cases if one.kind in kept), key=lambda one: KINDS.index(one.kind))
    return [safe(f"{one.kind}: {one.id}, step {one.step}: {' '.join(one.text.split())[:LONGEST]}") for one in found]
