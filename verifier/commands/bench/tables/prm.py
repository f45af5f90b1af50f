"""The comparison of process reward models as tables: on a terminal, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.table import Table

from verifier.evaluation.marked import table
from verifier.evaluation.metrics.bootstrap import Figure
from verifier.report.terminal_text import safe

if TYPE_CHECKING:
    from verifier.training.table import Compared

COLUMNS = {
    "prefix auc": "prefix AUC",
    "step auc": "step AUC",
    "f1": "F1",
    "f1 by length": "F1 by length",
    "ece": "ECE",
    "ece not settled": "ECE, not settled",
    "ece not settled, refitted": "the same, on human labels",
}
DIFFERENCES = ("prefix auc", "step auc", "f1", "f1 by length")

NOTES = """\
"Step AUC" ranks steps up to the first error by what is said of each where all before it is right; "prefix AUC" ranks
all steps, those after an error being wrong by what came before. F1 is ProcessBench's, with the threshold chosen on
`{chosen_on}` and kept on all; "by length" names the likeliest step where the chain scores less, for its length, than
all but {kept:.0%} of the right chains of the other files, as `check` does at a rate of its own. ECE is of prefixes
(ten bins); "not settled" leaves out the steps that exact means settle; "on human labels" is after a calibration on the
labels of the other half of the problems: the option, not the default. "Uncalibrated": the model before the calibration
on planted and settled errors that ships with it. Chains a second are of that system alone, on the machine of the run.
In brackets: 95% intervals of {draws} resampled sets of problems; differences are paired."""


def subset_tables(found: Compared) -> Iterator[Table | str]:
    """Yield a table for each subset, each followed by lines of paired differences."""
    for subset, rows in _by_subset(found).items():
        chains, wrong = found.counts[subset]
        made = Table(title=safe(f"{subset}: {chains} chains, {wrong} wrong"), title_justify="left")
        made.add_column("system", overflow="fold")
        for title in (*COLUMNS.values(), "chains/s"):
            made.add_column(title, justify="right", overflow="fold")
        for system, figures in rows.items():
            made.add_row(safe(system), *(shown(figures[c]) for c in COLUMNS), _speed(found, system))
        yield made
        yield from worthless(found, subset)
        for pair, cells in _differences(rows, found.model):
            yield f"{pair}: " + ", ".join(f"{COLUMNS[n]} {cell}" for n, cell in zip(DIFFERENCES, cells, strict=True))


def best_table(found: Compared) -> Table:
    """Return what choosing among attempts by each system is worth."""
    rows = list(_best(found))
    made = Table(title="best of N", title_justify="left")
    for column in rows[0]:
        made.add_column(column)
    for row in rows[1:]:
        made.add_row(*map(safe, row))
    return made


def markdown(found: Compared, command: str, drawn: str) -> str:
    """Return all of it as Markdown."""
    notes = NOTES.format(chosen_on=found.chosen_on, draws=found.draws, kept=found.named)
    lines = [f"Written by `{command}`. {drawn}", "", *notes.splitlines(), ""]
    rows = [("subset", "system", *COLUMNS.values(), "chains/s")]
    gaps: list[tuple[str, ...]] = [("subset", "difference", *(COLUMNS[name] for name in DIFFERENCES))]
    for subset, systems in _by_subset(found).items():
        chains, wrong = found.counts[subset]
        for system, figures in systems.items():
            label = f"{subset} ({wrong} of {chains} wrong)"
            rows.append((label, system, *(shown(figures[c]) for c in COLUMNS), _speed(found, system)))
        gaps += [(subset, pair, *cells) for pair, cells in _differences(systems, found.model)]
    lines += [*table(rows), "", *table(gaps), ""]
    if told := [line for subset in found.counts for line in worthless(found, subset)]:
        lines += [*(f"- {line}" for line in told), ""]
    if found.best:
        lines += [
            "Choosing among attempts whose outcome is known, and telling right ones from wrong by the last score:"
        ]
        lines += ["", *table(list(_best(found))), ""]
    return "\n".join(lines)


PLAIN = ("length", "position", "bag of words")
"""What an estimator must beat on a set to be worth anything there: none of them reads what a step means."""


def worthless(found: Compared, subset: str) -> Iterator[str]:
    """Yield in words which estimators do not beat every plain baseline on a set, by the step AUC."""
    rows = _by_subset(found)[subset]
    bars = {name: rows[name]["step auc"].as_json() for name in PLAIN if name in rows}
    least = {name: bar["value"] for name, bar in bars.items() if bar is not None}
    for system in (found.model, "fused", "fused, calibrated"):
        mine = rows[system]["step auc"].as_json() if system in rows else None
        above = {} if mine is None else {name: bar for name, bar in least.items() if bar >= mine["value"]}
        if mine is not None and above:
            beaten = ", ".join(f"{name} {bar:.3f}" for name, bar in above.items())
            yield f"{system} is worthless on {subset}: its step AUC is {mine['value']:.3f}, that of {beaten}"


def shown(figure: Figure) -> str:
    """Return a figure with its interval, ``-`` where it is not defined."""
    found = figure.as_json()
    if found is None:
        return "-"
    return f"{found['value']:.3f}" + ("" if found["low"] is None else f" [{found['low']:.3f}, {found['high']:.3f}]")


def _by_subset(found: Compared) -> dict[str, dict[str, Mapping[str, Figure]]]:
    return {
        subset: {row.system: row.figures for row in found.rows if row.subset == subset}
        for subset in dict.fromkeys(row.subset for row in found.rows)
    }


def _speed(found: Compared, system: str) -> str:
    speed = found.speeds.get(system)
    return "-" if speed is None else f"{speed:.1f}"


def _differences(rows: Mapping[str, Mapping[str, Figure]], model: str) -> Iterator[tuple[str, list[str]]]:
    """What fusing adds to either part, and the model to the baselines."""
    plain = [(model, name) for name in ("bag of words", "length", "position")]
    pairs = [("fused", model), ("fused", "exact"), *plain]
    for a, b in pairs:
        if a in rows and b in rows:
            yield f"{a} - {b}", [shown(rows[a][name] - rows[b][name]) for name in DIFFERENCES]


def _best(found: Compared) -> Iterator[tuple[str, ...]]:
    names = list(dict.fromkeys(name for figures in found.best.values() for name in figures))
    yield ("system", *names)
    for system, figures in found.best.items():
        yield (system, *(shown(figures[name]) if name in figures else "-" for name in names))
