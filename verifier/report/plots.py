"""Figures as pictures (matplotlib, extra ``plots``): reliability, best-of-N, and how records drift."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.intake.bad import BadInput
from verifier.outputs import written
from verifier.records.views.record_view import Sheet, sheet
from verifier.report.terminal_text import safe

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".png", ".svg", ".pdf")
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette, which colour-blind people tell apart (jfly.uni-koeln.de/color, 2008)."""
LINES = ("-", "--", "-.", ":")
MARKS = "osD^vPX*"
PARTS = 20
BEST = "best of "


@dataclass(frozen=True, slots=True)
class Curve:
    """Points with a name, and the interval of each where there is one."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """One set of axes: ``ideal``: what would be perfect, a line from the first point to the second."""

    title: str
    x: str
    y: str
    curves: tuple[Curve, ...]
    ideal: tuple[tuple[float, float], tuple[float, float]] | None = None


def pictures_of(values: Sequence[Any]) -> Iterator[Picture]:
    """Yield the pictures of figures as ``verifier eval --json`` prints them, or of records. Raises: ValueError, which
    says what was expected."""
    rows = [value for value in values if isinstance(value, dict)]
    if not rows or len(rows) < len(values):
        raise ValueError("expected figures of 'verifier eval --json', or records, got something else")
    if len(rows) == 1 and isinstance(rows[0].get("subsets"), dict):
        found = [*_reliability(rows[0]["subsets"]), *_best_of_n(rows[0]["subsets"])]
        if not found:
            raise ValueError("these figures hold no calibration and no best-of-N")
        yield from found
    else:
        yield _drift(rows)


def _number(value: Any, what: str, most: float = math.inf) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise ValueError(f"expected {what} as a number" + (f" from 0 to {most:g}" if most < math.inf else ""))
    return float(value)


def _section(found: Any, title: str) -> Mapping[str, Any]:
    section = found.get(title) if isinstance(found, dict) else None
    return section if isinstance(section, dict) else {}


def _reliability(subsets: Mapping[str, Any]) -> Iterator[Picture]:
    """Mean score against the share that is right (DeGroot and Fienberg, The Statistician 32, 1983)."""
    curves = []
    for name, found in subsets.items():
        bins = [one for one in _section(found, "calibration").get("bins", []) if one["steps"]]
        x, y = (tuple(_number(one[key], key, 1) for one in bins) for key in ("score", "right"))
        curves += [Curve(name, x, y)] if bins else []
    if curves:
        yield Picture("Reliability", "mean score", "share of right steps", tuple(curves), ((0, 0), (1, 1)))


def _best_of_n(subsets: Mapping[str, Any]) -> Iterator[Picture]:
    for name, found in subsets.items():
        sizes = sorted(int(title[len(BEST) :]) for title in found if title.startswith(BEST))
        rules = dict.fromkeys(rule for n in sizes for rule in _section(found, f"{BEST}{n}") if rule != "counts")
        curves = []
        for rule in rules:
            values = [(n, _section(_section(found, f"{BEST}{n}"), rule)) for n in sizes]
            if kept := [(n, one) for n, one in values if one.get("value") is not None]:
                y, low, high = (
                    tuple(_number(one.get(key, one["value"]), rule, 1) for _, one in kept)
                    for key in ("value", "low", "high")
                )
                curves.append(Curve(rule, tuple(n for n, _ in kept), y, low, high))
        if curves:
            yield Picture(f"Best of N: {name}", "candidates", "right final answers", tuple(curves))


def _drift(rows: Sequence[Any]) -> Picture:
    """Shares of steps over the records in their order, in up to ``PARTS`` parts."""
    sheets = list(_sheets(rows))
    parts = min(PARTS, len(sheets))
    if parts < 2:
        raise ValueError(f"expected at least two records to show drift, got {parts}")
    x, settled, wrong, checked, mean = [], [], [], [], []
    for part in range(parts):
        some = sheets[part * len(sheets) // parts : (part + 1) * len(sheets) // parts]
        states = [step["state"] for shown in some for step in shown["steps"]]
        scores = [step["score"] for shown in some for step in shown["steps"] if step["state"] == "estimated"]
        x.append((part + 1) * len(sheets) / parts)
        settled.append((states.count("correct") + states.count("incorrect")) / len(states))
        wrong.append(states.count("incorrect") / len(states))
        checked.append(states.count("checked") / len(states))
        mean.append(sum(scores) / len(scores) if scores else math.nan)
    named = {"settled": settled, "settled incorrect": wrong, "checked": checked, "mean estimate": mean}
    kept = {name: y for name, y in named.items() if not all(map(math.isnan, y))}
    curves = tuple(Curve(name, tuple(x), tuple(y)) for name, y in kept.items())
    return Picture("Drift", "records", "share of steps", curves)


def _sheets(rows: Iterable[Any]) -> Iterator[Sheet]:
    for number, row in enumerate(rows, 1):
        if row.keys() == {"schema", "id", "error"}:
            continue
        try:
            yield sheet(row)
        except BadInput as error:
            raise ValueError(f"line {number}: {error}") from error


def draw(pictures: Sequence[Picture], out: Path) -> None:
    """Write the pictures side by side into one file; lines differ in colour, dash and mark. Raises: OSError."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4 * len(pictures), 4.8), layout="constrained")
    for axes, picture in zip(figure.subplots(1, len(pictures), squeeze=False)[0], pictures, strict=True):
        _drawn(axes, picture)
    with written(out) as stream:
        metadata = {"Date": None} if out.suffix == ".svg" else None
        figure.savefig(stream, format=out.suffix[1:], dpi=150, metadata=metadata)


def _drawn(axes: Axes, picture: Picture) -> None:
    if picture.ideal is not None:
        axes.plot(*zip(*picture.ideal, strict=True), color="#999999", linewidth=1, label="ideal")
    for i, curve in enumerate(picture.curves):
        colour = COLOURS[i % len(COLOURS)]
        axes.plot(
            curve.x, curve.y, color=colour, linestyle=LINES[i % len(LINES)], marker=MARKS[i % len(MARKS)],
            markersize=5, label=_plain(curve.name),
        )  # fmt: skip
        if curve.low is not None and curve.high is not None:
            axes.fill_between(curve.x, curve.low, curve.high, color=colour, alpha=0.12, linewidth=0)
    axes.set_ylim(-0.02, 1.02)
    axes.set(title=_plain(picture.title), xlabel=picture.x, ylabel=picture.y)
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")


def _plain(text: str) -> str:
    """A name that matplotlib takes for no formula, and that a legend does not leave out."""
    return safe(text)[:60].replace("$", r"\$").lstrip("_") or "-"
