"""What ``verifier eval`` does: data and what was said of it to figures, and figures to tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from verifier.commands.estimating import estimating
from verifier.commands.formal.translated import tell_what_settles, translated_chains
from verifier.commands.options.measuring import EvalOptions
from verifier.estimators.model import taught_by
from verifier.evaluation.intake import Fault, RowsById, aligned, from_record, from_scores, labelled, said
from verifier.evaluation.items import Item, Labelled, Said
from verifier.evaluation.judged import judged
from verifier.evaluation.metrics.measure import MeasureSettings, compare, evaluate
from verifier.evaluation.metrics.threshold import DEFAULT
from verifier.intake.bad import Unreadable
from verifier.judging.estimates.calibrated import Calibrated, calibration_for
from verifier.judging.estimates.votes import Votes
from verifier.pipeline.judge import Judge
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, OK, amiss, complain, ended
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

MOST_FAULTS = 20  # faults of one kind of row that are printed one by one


def threshold_of(calibration: Path | None) -> float:
    """Return the threshold that a calibration has, else the usual one. A file that does not exist is refused
    later."""
    try:
        found = None if calibration is None else Calibrated.read(calibration).threshold
    except (OSError, ValueError):
        found = None
    return DEFAULT if found is None else found.value


def _plan(options: EvalOptions) -> MeasureSettings:
    return MeasureSettings(
        threshold_of(options.calibration) if options.threshold is None else options.threshold,
        options.threshold_from,
        draws=options.draws,
        by=options.by,
        seed=options.seed,
        bins=options.bins,
    )


def run(options: EvalOptions) -> int:
    """Measure, print, and return the exit status: 2 where a row was left out. Raises: SystemExit on an interrupt."""
    return ended(lambda: _run(options))


def _run(options: EvalOptions) -> int:
    status = OK
    try:
        if options.translator == "none":
            faults, figures = _measured(options)
        else:
            chains = [one.chain for one in labelled(options.data, options.format, options.limit).rows.values()]
            with translated_chains(chains, options) as live:
                if not live.formal:
                    return live.status
                status = live.status
                faults, figures = _measured(replace(options, formal=(*options.formal, *live.formal)))
    except (OSError, ValueError, Unreadable) as error:
        return amiss(error, options.keep)
    _complain(faults)
    if figures is None:
        complain("nothing is left to measure")
        return BAD_INPUT
    if options.as_json:
        print(json.dumps(figures, indent=1, allow_nan=False))
    else:
        show(figures, standard_output())
    return max(status, BAD_INPUT if faults else OK)


def _complain(faults: Sequence[Fault]) -> None:
    for fault in faults[:MOST_FAULTS]:
        complain(str(fault))
    if faults:
        more = len(faults) - MOST_FAULTS
        complain(f"{len(faults)} rows were left out" + (f", {more} of them not shown" if more > 0 else ""))


def _measured(options: EvalOptions) -> tuple[list[Fault], dict[str, Any] | None]:
    """Return what is wrong in the input, and the figures of the rest (None where nothing is left).

    Raises: OSError, ValueError, LeanUnavailable.
    """
    data = labelled(options.data, options.format, options.limit)
    faults = list(data.faults)
    items, wrong, votes = _items(options, data)
    faults += wrong
    if options.fuse is None:
        return faults, evaluate(items, replace(_plan(options), votes=votes)) if items else None
    found = _of_limited(said(options.fuse, from_scores), data, options.limit)
    others, wrong = aligned(data.rows, found.rows, str(options.fuse))
    faults += found.faults + wrong
    other = {item.truth.id: item.said for item in others}
    items = [item for item in items if item.truth.id in other]
    return faults, compare(items, [other[item.truth.id] for item in items], _plan(options)) if items else None


def _items(options: EvalOptions, data: RowsById[Labelled]) -> tuple[list[Item], list[Fault], Votes | None]:
    """What is measured, what is wrong in the input, and what votes are worth by the scores, where that is known."""
    path = options.records or options.scores
    if path is None:
        items, votes = _judged(options, list(data.rows.values()))
        return items, [], votes
    found = _of_limited(said(path, from_record if options.records else from_scores), data, options.limit)
    items, faults = aligned(data.rows, found.rows, str(path))
    return items, found.faults + faults, None


def _of_limited(found: RowsById[Said], data: RowsById[Labelled], limit: int | None) -> RowsById[Said]:
    """With a limit on the data, rows of the chains that it leaves out are no faults."""
    if limit is not None:
        found.rows = {id: row for id, row in found.rows.items() if id in data.rows}
    return found


def _judged(options: EvalOptions, chains: Sequence[Labelled]) -> tuple[list[Item], Votes | None]:
    """What the judge says of the chains. Raises: OSError; ValueError where translations cannot be read whole."""
    settings: dict[str, Any] = {}
    if options.by_translations:
        tell_what_settles(options)
        settings = {"readings": options.formal, "given": options.given}
        settings |= {"trust": options.trusted, "trust_at": options.trust_at}
    with ExitStack() as stack:
        prm = stack.enter_context(estimating(options.prm, options.placement))
        if taught := sum(taught_by(prm, chain.problem) for chain in chains):
            complain(f"{taught} of {len(chains)} chains have problems that taught the model: its figures are too good")
        calibrated = calibration_for(prm, options.calibration)
        judge = stack.enter_context(Judge(options.lean, prm=prm, calibration=calibrated, **settings))
        tick = stack.enter_context(ticking("judging", len(chains)))
        items = [Item(*pair) for pair in zip(chains, judged(chains, judge, options.keep, tick), strict=True)]
        return items, judge.votes if judge.translations is None else None


def show(figures: Mapping[str, Any], console: Console) -> None:
    """Print the figures as tables, one for each section, subsets side by side. Raises: OSError."""
    subsets: Mapping[str, Mapping[str, Any]] = figures["subsets"]
    for title in dict.fromkeys(title for found in subsets.values() for title in found):
        console.print(_table(title, {name: found[title] for name, found in subsets.items() if title in found}))
    for name, found in subsets.items():
        if any(one["steps"] for one in found.get("calibration", {}).get("bins", ())):
            console.print(_reliability(name, found["calibration"]["bins"]))
    at, how = figures["threshold"], figures["bootstrap"]
    chosen = f", chosen on {at['chosen_on']} ({at['chains']} chains)" if "chosen_on" in at else ""
    console.print(f"threshold {at['value']:g}{safe(chosen)}; 95% intervals by {how['draws']} draws of {how['by']}s")


def _table(title: str, subsets: Mapping[str, Mapping[str, Any]]) -> Table:
    found = Table(title=safe(title), title_justify="left")
    found.add_column()
    for name in subsets:
        found.add_column(safe(name), justify="right", overflow="fold")
    names = dict.fromkeys(name for values in subsets.values() for name in values if name not in ("bins", "counts"))
    counts = dict.fromkeys(name for values in subsets.values() for name in values.get("counts", ()))
    for name in counts:
        cells = [values.get("counts", {}).get(name) for values in subsets.values()]
        found.add_row(name.replace("_", " "), *["-" if cell is None else f"{cell:,}" for cell in cells], style="dim")
    for name in names:
        found.add_row(name.replace("_", " "), *["\n".join(_cell(values.get(name))) for values in subsets.values()])
    return found


def _cell(value: Mapping[str, Any] | None) -> Iterator[str]:
    """A figure with its interval; of a comparison before, after and difference, one a line."""
    if value is None:
        yield "-"
    elif "before" in value:
        yield f"{_one(value['before'])} → {_one(value['after'])}"
        difference = value["difference"]
        if difference is not None:
            yield f"{difference['value']:+.3f}"
            yield _between(difference, "+")
    else:
        yield _one(value)
        if value["low"] is not None:
            yield _between(value)


def _one(value: Mapping[str, Any] | None) -> str:
    return "-" if value is None else f"{value['value']:.3f}"


def _between(value: Mapping[str, Any], sign: str = "") -> str:
    return "" if value["low"] is None else f"[{value['low']:{sign}.3f}, {value['high']:{sign}.3f}]"


def _reliability(name: str, bins: Sequence[Mapping[str, Any]]) -> Table:
    """The reliability diagram as a table: the bar is the share of right steps, the mark the mean score."""
    found = Table(title=safe(f"reliability: {name}"), title_justify="left")
    for heading in ("score", "steps", "mean score", "share right", "0 to 1 (│ mean score)"):
        found.add_column(heading, justify="left" if "│" in heading else "right")
    for one in (one for one in bins if one["steps"]):
        cells = [f"{one['score']:.3f}", f"{one['right']:.3f}", _bars(one)]
        found.add_row(f"{one['low']:.2f}-{one['high']:.2f}", f"{one['steps']:,}", *cells)
    return found


def _bars(one: Mapping[str, Any], width: int = 20) -> str:
    filled, mark = round(one["right"] * width), min(width - 1, int(one["score"] * width))
    return "".join("│" if i == mark else "█" if i < filled else "·" for i in range(width))
