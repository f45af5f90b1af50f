"""What ``verifier bench guards`` prints: what each guard of the exact reading is worth on labelled chains."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rich.table import Table

from verifier.commands.options.bench import BenchGuardsOptions
from verifier.evaluation.benchmarks.guards import GuardTally, bench_guards
from verifier.readers.exact.guards.guard import Guard
from verifier.readers.exact.guards.registered import registered
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, OK, complain, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe


def guards(options: BenchGuardsOptions) -> int:
    """Judge the chains of the files with guards switched off, print what changes, and return the exit status.

    An interrupt prints what was counted until then. Raises: SystemExit.
    """
    worst, tally = OK, GuardTally()
    with output():
        try:
            for file in options.data:
                try:
                    with ticking(safe(file.name)) as tick:
                        bench_guards(file, tally, options.limit, tick)
                except (OSError, ValueError) as error:
                    complain(f"expected labelled chains: {error}")
                    worst = BAD_INPUT
        finally:
            _print(tally, options)
    return worst


def _print(tally: GuardTally, options: BenchGuardsOptions) -> None:
    if options.as_json:
        for row in figures(tally):
            print(json.dumps(row))
    else:
        console = standard_output()
        console.print(table(tally))
        console.print(_said(tally))


def figures(tally: GuardTally) -> Iterator[dict[str, str | int]]:
    """Yield the figures of each guard, in the order of their codes."""
    for one in registered():
        code = one.code
        names = ("accused_right", "accused_wrong", "approved_wrong", "approved_right")
        last = zip((f"last_{name}" for name in names), tally.last[code].figures, strict=True)
        alone = zip((f"alone_{name}" for name in names), tally.alone[code].figures, strict=True)
        kind = one.blocks.value if isinstance(one, Guard) else "defeats"
        yield {"code": code, "blocks": kind, "fired": tally.fired[code], **dict(last), **dict(alone)}


def table(tally: GuardTally) -> Table:
    """Return the figures of the guards that did something, as a table."""
    found = Table(box=None, pad_edge=False)
    for name in ("guard", "blocks", "fired"):
        found.add_column(name, justify="right" if name == "fired" else "left", no_wrap=True)
    for name in ("accused", "approved", "accused alone", "approved alone"):
        found.add_column(name, justify="right")
    for one in registered():
        code = one.code
        worth = (*tally.last[code].figures, *tally.alone[code].figures)
        if tally.fired[code] or any(worth):
            cells = [f"{prevented}/{lost}" for prevented, lost in zip(worth[::2], worth[1::2], strict=True)]
            found.add_row(
                code, one.blocks.value if isinstance(one, Guard) else "defeats", f"{tally.fired[code]:,}", *cells
            )
    return found


def _said(tally: GuardTally) -> str:
    """What the table is of, and what its columns are."""
    right, wrong = tally.steps[True], tally.steps[False]
    silent = [one.code for one in registered() if not tally.fired[one.code]]
    return (
        f"{tally.chains:,} chains, {right:,} right and {wrong:,} wrong steps. Accused: accusations of right steps "
        "prevented / of wrong steps lost; approved: approvals of wrong steps prevented / of right steps lost; while "
        "all other guards stay, and alone, while all others are off."
        + (f" Never fired: {', '.join(silent)}." if silent else "")
    )
