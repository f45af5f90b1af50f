"""What comes of the comparisons as Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from verifier.evaluation.marked import table
from verifier.evaluation.metrics.bootstrap import Figure
from verifier.peers.answers import Disagreement, Tally
from verifier.peers.interleaved_timing import Comparison, Ratio
from verifier.training.table import Measured

TRUTH = {True: "the same", False: "different", None: "it depends"}
FIGURES = {"f1": "F1", "step auc": "step AUC", "prefix auc": "prefix AUC", "ece": "ECE"}


def ratios(speeds: Iterable[Comparison]) -> list[str]:
    """Return the lines of the table of ratios: ours over each other way, with the least and the most."""
    return list(table(list(ratio_rows(speeds))))


def ratio_rows(speeds: Iterable[Comparison]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of that table, its head first."""
    yield ("work", "here", "a second", "beside", "a second", "times as fast")
    for one in speeds:
        for other in one.others:
            rates = (one.ours.name, _rate(one.ours.median), other.name, _rate(other.median))
            yield (one.work, *rates, _ratio(one, other.name))


def _ratio(comparison: Comparison, name: str) -> str:
    other = next(other for other in comparison.others if other.name == name)
    found: Ratio = comparison.ours.over(other)
    return f"{_times(found.median)} [{_times(found.least)}, {_times(found.most)}]"


def _times(x: float) -> str:
    return f"{x:,.0f}" if x >= 100 else f"{x:.1f}" if x >= 1 else f"{x:.2f}"


def _rate(x: float) -> str:
    return f"{x:,.0f}" if x >= 10 else f"{x:.2g}"


def errors(tallies: Iterable[Tally]) -> list[str]:
    """Return the lines of the table of wrong answers to pairs whose truth is known."""
    head = ("pairs", "wrong here", "left open here", "wrong by Math-Verify", "decided by it though it depends")
    rows = [
        (f"{one.pairs:,} {one.work}", *map(str, (one.wrong, one.left_open, one.theirs_wrong, one.theirs_decided)))
        for one in tallies
    ]
    return list(table([head, *rows]))


def disagreements(found: Iterable[Disagreement]) -> list[str]:
    """Return the lines of the table of pairs on which the two differ, and why."""
    rows = [("left", "right", "here", "Math-Verify", "it is", "because")]
    for one in found:
        pair, theirs = one.pair, "the same" if one.theirs else "different"
        rows.append((f"`{pair.left}`", f"`{pair.right}`", one.here, theirs, TRUTH[pair.same], pair.why))
    return list(table(rows))


def quality(found: Sequence[Measured]) -> Iterator[str]:
    """Yield the lines of the tables of figures with their intervals, one for each subset, and of what fused scores are
    better by."""
    for subset in dict.fromkeys(one.subset for one in found):
        mine = [one for one in found if one.subset == subset]
        ours = mine[0]
        rows = [("system", *FIGURES.values(), f"F1 of {ours.system}, less its own")]
        for one in mine:
            better = "" if one is ours else _figure(ours.figures["f1"] - one.figures["f1"], signed=True)
            rows.append((one.system, *(_figure(one.figures[name]) for name in FIGURES), better))
        yield from (f"{subset}:", "", *table(rows), "")


def _figure(figure: Figure, signed: bool = False) -> str:
    found = figure.as_json()
    if found is None:
        return "-"
    form = "+.3f" if signed else ".3f"
    if found["low"] is None:
        return f"{found['value']:{form}}"
    return f"{found['value']:{form}} [{found['low']:{form}}, {found['high']:{form}}]"
