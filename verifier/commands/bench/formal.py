"""What ``verifier bench formal`` prints: what judging translations is worth on labelled chains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.table import Table

from verifier.commands.options.bench import BenchFormalOptions
from verifier.evaluation.benchmarks.formal import FormalBench, FormalFigures, bench_formal
from verifier.evaluation.benchmarks.formal_lean import RESTING, Kind, LeanShare, lean_share
from verifier.evaluation.intake import labelled
from verifier.intake.bad import Unreadable
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain
from verifier.pipeline.portfolio import LineUp
from verifier.report.bars import stages, ticking
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

SECONDS = 60.0  # for one request to Lean


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
    bench = bench_formal(known, files, _ticked)
    _show(bench)
    status = BAD_INPUT if faults else OK
    return max(status, _lean(bench)) if options.lean else status


def _ticked(ids: Sequence[str]) -> Iterator[str]:
    """The names, with a bar that shows how many are done."""
    with ticking("judging", len(ids)) as tick:
        for id in ids:
            yield id
            tick()


def _lean(bench: FormalBench) -> int:
    """Put what was decided to Lean, print its share, and return the exit status."""
    with infrastructure() as broken, ExitStack() as stack:
        lineup = LineUp("require", SECONDS, stack.enter_context(stages()), certify=True)
        stack.callback(lineup.close)
        lineup.prepare()
        assert lineup.lean is not None  # it is required
        show_share(lean_share(bench.judged, lineup.lean))
    return max(broken)


def show_share(found: LeanShare) -> None:
    """Print Lean's share of the statements, by kind, and what it could not be told or did not prove."""
    console, names = standard_output(150), [*(kind.value for kind in Kind if found.every[kind.value]), RESTING]
    table = Table("statements", "number", "decided", "certified by Lean", "share of all")
    for name in names:
        table.add_row(name, *_share(found.every[name], found.decided[name], found.certified[name]))
    totals = (sum(counts[kind.value] for kind in Kind) for counts in (found.every, found.decided, found.certified))
    table.add_row("all", *_share(*totals))
    console.print(table)
    reasons = Table("not certified by Lean", "number")
    for told, counts in (("it cannot be told", found.untold), ("not proved", found.unproved)):
        for why, count in counts.most_common():
            reasons.add_row(safe(f"{told}: {why}"), str(count))
    console.print(reasons)
    asked = sum(found.decided[kind.value] for kind in Kind)
    if asked:
        console.print(f"Lean: {1000 * found.seconds / asked:.0f} ms a decided statement")


def _share(every: int, decided: int, certified: int) -> tuple[str, ...]:
    return str(every), str(decided), str(certified), f"{100 * certified / every:.1f}%" if every else "-"


def _chains(path: Path, faults: list[str]) -> Iterator[FormalChain]:
    for found in read_file(path):
        if found.chain is not None:
            yield found.chain
        else:
            faults.append(f"{path}: line {found.line}: {found.error}")


def _show(bench: FormalBench) -> None:
    console = standard_output(150)
    table = Table(
        "translation",
        "first errors named",
        "right chains accused",
        "right steps settled",
        "their statements proved",
        "errors approved",
    )
    for figures in (*bench.alone, bench.agreeing):
        table.add_row(*_cells(figures))
    console.print(table)
    for line in bench.agreeing.elsewhere:
        console.print(safe(line))
    counts = Table("statements", "number")
    for name, count in [*sorted(bench.verdicts.items()), *sorted(bench.reasons.items())]:
        counts.add_row(safe(name), str(count))
    console.print(counts)
    if times := sorted(bench.seconds):
        median, most = times[len(times) // 2], times[min(len(times) - 1, int(0.95 * len(times)))]
        console.print(
            f"seconds a chain, its translations alone and together: mean {sum(times) / len(times):.1f}, "
            f"median {median:.1f}, 95th percentile {most:.1f}, most {times[-1]:.1f}"
        )


def _cells(one: FormalFigures) -> tuple[str, ...]:
    return (
        safe(one.name),
        f"{one.named} of {one.wrong}",
        f"{one.accused} of {one.right}",
        f"{one.settled} of {one.right_steps}",
        f"{one.proved} of {one.right_statements}",
        f"{one.approved} of {one.wrong}",
    )
