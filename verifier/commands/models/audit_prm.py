"""What ``verifier audit-prm`` does: pairs made, scored, measured, and shown as a table, JSON or a page."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from verifier.auditing.audit import UNUSED, Audit, AuditPlan, AuditSet, NoPairs, make, measured, score
from verifier.auditing.figures import Measure, Scored
from verifier.auditing.pairs import OWN
from verifier.commands.estimating import estimating
from verifier.commands.options.measuring import AuditOptions
from verifier.estimators.model import PrmUnavailable
from verifier.evaluation.intake import from_scores, said
from verifier.intake.bad import Unreadable
from verifier.outputs import write_text
from verifier.records.record import line
from verifier.report.bars import bar
from verifier.report.exit_codes import BAD_INPUT, OK, amiss, complain, infrastructure, output, warned
from verifier.report.html.audit import COLUMNS, GROUPS, page
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

MOST_FAULTS = 10
"""Faults that are printed one by one."""

NARROWEST = 130
"""Columns that the table takes where it is not shown on a terminal."""


def run(options: AuditOptions, plan: AuditPlan) -> int:
    """Audit, print, and return the exit status: 2 where something could not be read or nothing could be proved, 3 where
    the model cannot be had. Raises: SystemExit on an interrupt."""
    status = OK
    with output(options.keep, options.html), infrastructure() as broken, warned():
        try:
            with ExitStack() as stack:
                status = _run(options, plan, stack)
        except (NoPairs, Unreadable, ValueError, OSError) as error:
            status = amiss(error, options.keep or options.html)
    return max(status, *broken)


def _run(options: AuditOptions, plan: AuditPlan, stack: ExitStack) -> int:
    if options.prm == "none" and options.scores is None and options.keep is None:
        raise PrmUnavailable(
            "--prm none has nothing to audit: add --keep FILE for the set, or --scores FILE", usage=True
        )
    model = stack.enter_context(estimating("none" if options.scores else options.prm, options.placement))
    with bar("proving pairs", plan.pairs or None) as proving:
        made = make(plan, proving.advance)
    status = _complained(made, plan.pairs)
    if options.keep is not None:
        write_text(options.keep, "".join(line(record) + "\n" for record in made.records()))
        complain(f"{options.keep}: {sum(len(pair.forms) for pair in made.pairs) * 2:,} records")
    if options.scores is not None:
        name, scored = f"scores of {options.scores.name}", _read(options.scores, made)
    elif model is not None:
        with bar("scoring", sum(len(pair.forms) for pair in made.pairs) * 2) as scoring:
            name, scored = model.name, score(model, made.pairs, scoring.advance)
    else:
        return status
    measure = Measure(options.threshold, options.draws, made.seed)
    audit = measured(name, made, scored, measure, options.threshold_from)
    if options.html is not None:
        write_text(options.html, shown := page(audit))
        complain(f"{options.html}: {len(shown.encode()) / 1e6:.1f} MB")
    _print(audit, options.format == "json")
    return status


def _complained(made: AuditSet, asked: int) -> int:
    """Say what gave no pair, and return the exit status."""
    if (fresh := sum(pair.subject != OWN for pair in made.pairs)) < asked:
        complain(
            f"expected {asked} pairs of fresh chains, got {fresh}: few of these chains take an error of these kinds"
        )
    told = [f"{count} {why}" for why in UNUSED if (count := made.tally[why])]
    if told:
        complain(f"chains that gave no pair: {', '.join(told)}")
    for fault in made.faults[:MOST_FAULTS]:
        complain(str(fault))
    if len(made.faults) > MOST_FAULTS:
        complain(f"... and {len(made.faults) - MOST_FAULTS} more rows that cannot be read")
    return BAD_INPUT if made.faults else OK


def _read(path: Path, made: AuditSet) -> list[Scored]:
    """The pairs with the scores that a file holds for their records. Raises: OSError; ValueError, which says which id
    is missing or does not fit."""
    found = said(path, from_scores)
    for fault in found.faults[:1]:
        raise ValueError(str(fault))
    scored = []
    for pair in made.pairs:
        scores = {}
        for form, twins in pair.forms.items():
            ids = (pair.id(form, "right"), twins.right), (pair.id(form, "wrong"), twins.wrong)
            scores[form] = tuple(_of(found.rows, id, len(chain.steps), path) for id, chain in ids)
        scored.append(Scored(pair, {form: (both[0], both[1]) for form, both in scores.items()}))
    return scored


def _of(rows: Mapping[str, Any], id: str, steps: int, path: Path) -> list[float]:
    if id not in rows:
        raise ValueError(
            f"{path}: expected scores of {id!r}, got none; were they made with the same options and --seed?"
        )
    scores = rows[id].scores
    if len(scores) != steps:
        raise ValueError(f"{path}: expected {steps} scores of {id!r}, got {len(scores)}")
    return [math.nan if value is None else value for value in scores]


def _print(audit: Audit, as_json: bool) -> None:
    if as_json:
        print(json.dumps(audit.figures, indent=1, allow_nan=False))
        return
    console = standard_output()
    if not console.is_terminal:
        console.width = max(console.width, NARROWEST)
    show(audit, console)


def show(audit: Audit, console: Console) -> None:
    """Print the figures as a table, with what is to be said of them. Raises: OSError."""
    console.print(_table(audit.figures))
    for remark in _remarks(audit.figures):
        console.print(remark)


def _table(figures: Mapping[str, Any]) -> Table:
    made = Table(title=safe(f"audit of {figures['prm']}"), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    made.add_column("", no_wrap=True)
    for heading in ("pairs", "ties", *(heading for heading, _ in COLUMNS.values())):
        made.add_column(heading, justify="right")
    for group, rows in figures["rows"].items():
        if GROUPS[group]:
            made.add_section()
            made.add_row(f"by {GROUPS[group]}", style="bold")
        for name, row in rows.items():
            cells = [_cell(row[column]) for column in COLUMNS]
            made.add_row(safe(name), str(row["pairs"]), str(row["ties"]), *cells)
    return made


def _cell(figure: Mapping[str, Any] | None) -> str:
    """A figure with its interval beneath it."""
    if figure is None:
        return "-"
    return f"{figure['value']:.3f}" + (
        "" if figure["low"] is None else f"\n{_short(figure['low'])}-{_short(figure['high'])}"
    )


def _short(value: float) -> str:
    return f"{value:.2f}".removeprefix("0")


def _remarks(figures: Mapping[str, Any]) -> Sequence[str]:
    at, found = (
        figures["threshold"],
        [f"seed {figures['seed']}: the same options with --seed give the same pairs again"],
    )
    chosen = f", chosen on {at['pairs']} other pairs" if at["chosen_on"] else ""
    found.append(
        f"a step scored below {at['value']:.4g}{chosen} is called wrong; 95% intervals: Wilson, bootstrap by pair"
    )
    if figures["without_score"]:
        found.append(
            f"{figures['without_score']} pairs have no score (longer than the model's context): counted nowhere"
        )
    return found
