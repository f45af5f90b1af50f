"""What ``verifier bench formal`` prints: what judging translations is worth on labelled chains."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from verifier.commands.options.bench import BenchFormalOptions
from verifier.evaluation.formal import FormalBench, FormalFigures, bench_formal
from verifier.evaluation.intake import labelled
from verifier.labelling.rows import Unreadable
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain
from verifier.report.exit_codes import BAD_INPUT, OK, complain
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe


def formal(options: BenchFormalOptions) -> int:
    """Measure, print, and return the exit status: 2 where a line of a file is no formal chain."""
    try:
        rows = labelled(list(options.chains), None, None).rows
        faults: list[str] = []
        files = [(path.name, list(_chains(path, faults))) for path in options.files]
    except (OSError, ValueError, Unreadable) as error:
        complain(str(error))
        return BAD_INPUT
    for fault in faults[:20]:
        complain(fault)
    known = {row.id: row for row in rows.values()}
    _show(bench_formal(known, files))
    return BAD_INPUT if faults else OK


def _chains(path: Path, faults: list[str]) -> Iterator[FormalChain]:
    for found in read_file(path):
        if found.chain is not None:
            yield found.chain
        else:
            faults.append(f"{path}: line {found.line}: {found.error}")


def _show(bench: FormalBench) -> None:
    console = standard_output(150)
    table = Table("translation", "first errors named", "right chains accused", "right steps settled", "errors approved")
    for figures in (*bench.alone, bench.agreeing):
        table.add_row(*_cells(figures))
    console.print(table)
    for line in bench.agreeing.elsewhere:
        console.print(safe(line))
    counts = Table("statements", "number")
    for name, count in [*sorted(bench.verdicts.items()), *sorted(bench.reasons.items())]:
        counts.add_row(safe(name), str(count))
    console.print(counts)
    if bench.chains:
        console.print(f"{1000 * bench.seconds / bench.chains:.0f} ms a chain: each translation alone, and all together")


def _cells(one: FormalFigures) -> tuple[str, ...]:
    return (
        safe(one.name),
        f"{one.named} of {one.wrong}",
        f"{one.accused} of {one.right}",
        f"{one.settled} of {one.right_steps}",
        f"{one.approved} of {one.wrong}",
    )
