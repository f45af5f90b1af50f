"""What was measured of translations, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final, get_args

from rich.console import Console
from rich.table import Table

from verifier.binomial import needed
from verifier.evaluation.levels.checks import Fired, On
from verifier.evaluation.levels.levels import LevelBench, Settled, Way
from verifier.evaluation.levels.samples import Cost, MadeNow
from verifier.judging.agreeing.counts import Count
from verifier.report.terminal_text import safe

WAYS: Final[tuple[Way, ...]] = get_args(Way)
ON: Final[tuple[On, ...]] = get_args(On)


def show(bench: LevelBench, made: MadeNow | None, at_least: float, console: Console) -> None:
    """Print the tables. Raises: OSError."""
    console.print(_sides(bench, at_least))
    for line in _notes(bench, at_least):
        console.print(line)
    for one in _all(bench):
        for told in one.against:
            console.print(safe(f"{one.name}: {told}, against its label"))
    console.print(_checks(bench))
    if made is not None:
        console.print(_costs(made))


def _all(bench: LevelBench) -> list[Settled]:
    return [*bench.alone, *([] if bench.agreeing is None else [bench.agreeing])]


def _sides(bench: LevelBench, at_least: float) -> Table:
    table = Table("translations", "settled", "steps as labelled", "chains as labelled", f"{at_least:.2%} reached")
    table.add_column("chains needed: no errors / those seen")
    for one in _all(bench):
        for way in WAYS:
            side = one.side(way)
            reached = "yes" if side.bound >= at_least else "no"
            need = _needed(side.chains, at_least)
            table.add_row(safe(one.name), _WORD[way], _share(side.steps), _share(side.chains), reached, need)
    return table


_WORD: Final = {"approvals": "correct", "accusations": "incorrect"}


def _share(count: Count) -> str:
    if not count.cases:
        return "-"
    return f"{count.agreed} of {count.cases} = {count.agreed / count.cases:.1%} (≥ {count.bound:.2%})"


def _needed(count: Count, at_least: float) -> str:
    errors = count.cases - count.agreed
    seen = "-" if not errors else str(needed(errors, at_least))
    return f"{needed(0, at_least)} / {seen}"


MEANING: Final = """\
In brackets the one-sided 95% lower bound (Clopper-Pearson). A chain is one case: it has such a step with a label, and
counts as labelled where no such step is against its label. The bound by chains is the one that settles, since steps of
one chain are not independent. Chains needed: the fewest chains with such a step whose bound is {share}, if none of them
is against its label, and if no more are than were seen here. Both assume chains like these; where more than {rest} of
all such chains are against their label, no number is enough."""


def _notes(bench: LevelBench, at_least: float) -> Iterator[str]:
    yield MEANING.format(share=f"{at_least:.2%}", rest=f"{1 - at_least:.2%}")
    for one in _all(bench):
        judged = f"{one.whole} of {one.chains} chains judged"
        left = f"{one.exactly} labelled steps that the exact reading settles, {one.unlabelled} steps without a label"
        yield safe(f"{one.name}: {judged}; left out: {left}; readings contradict: {one.contradicted}")
    yield f"{bench.linted} of {bench.translations} translations have no linter error as they stand"
    yield f"{bench.unsaid} of {bench.statements} statements unsaid"


def _checks(bench: LevelBench) -> Table:
    table = Table("check that fired", *ON)
    for column in table.columns[1:]:
        column.justify = "right"
    for check in sorted({one.check for one in bench.fired}):
        table.add_row(safe(check), *(str(bench.fired[Fired(check, on)]) for on in ON))
    return table


def _costs(made: MadeNow) -> Table:
    table = Table("made now", "translations", "failed", "at once", "unsaid", "requests", "read", "written", "money")
    for name, one in made.costs:
        each = [one.requests, one.read, one.written]
        table.add_row(
            name, str(one.translations), str(one.failed), f"{one.at_once / one.translations:.0%}", str(one.unsaid),
            *(f"{number / one.translations:,.1f}" for number in each), f"{_money(one, made) / one.translations:.5f}",
        )  # fmt: skip
    total = sum(one.translations for _, one in made.costs)
    time = f"{made.seconds / total:.2f} s each"
    table.caption = f"requests, tokens, money: means of a translation, a shared request counted once; {time}"
    return table


def _money(one: Cost, made: MadeNow) -> float:
    return (one.read * made.prices[0] + one.written * made.prices[1]) / 1_000_000


def figures(bench: LevelBench, made: MadeNow | None, at_least: float) -> dict[str, Any]:
    """Return the same as JSON values."""
    rows = []
    for one in _all(bench):
        sides = {str(way): {**one.side(way).to_json(), **_reached(one.side(way).chains, at_least)} for way in WAYS}
        counts = {"chains": one.chains, "whole": one.whole, "exactly": one.exactly, "unlabelled": one.unlabelled}
        rows.append({"name": one.name, **counts, "contradicted": one.contradicted, **sides, "against": one.against})
    names = sorted({fired.check for fired in bench.fired})
    found: dict[str, Any] = {"at_least": at_least, "translations": rows}
    found["checks"] = {name: {str(on): bench.fired[Fired(name, on)] for on in ON} for name in names}
    found |= {"linted": bench.linted, "number": bench.translations}
    found |= {"unsaid": bench.unsaid, "statements": bench.statements}
    if made is not None:
        costs = {name: {**asdict(one), "money": _money(one, made)} for name, one in made.costs}
        found["made"] = {"seconds": made.seconds, **costs}
    return found


def _reached(chains: Count, at_least: float) -> dict[str, Any]:
    errors = chains.cases - chains.agreed
    need = {"no_errors": needed(0, at_least), "errors_seen": needed(errors, at_least)}
    return {"reached": chains.bound >= at_least, "chains_needed": need}
