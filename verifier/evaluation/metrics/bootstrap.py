"""Figures with intervals. A metric is a function of the weights of its units, so that a resampled data set is only
another vector of weights, and two systems can be measured on the very same one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Metric = Callable[[Floats], float]
"""A figure of units that count as often as their weights say; NaN where it is not defined."""

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Section:
    """Metrics over the same units. ``groups`` names, for each unit, what is drawn as one; ``counts`` says of what the
    figures are made.
    """

    name: str
    groups: tuple[str, ...]
    metrics: Mapping[str, Metric]
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, and what it was in each resampled data set."""

    value: float
    draws: Floats = field(default_factory=lambda: np.empty(0), repr=False)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% percentile interval (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13); None
        where the figure is not defined or nothing was drawn."""
        defined = self.draws[~np.isnan(self.draws)]
        if math.isnan(self.value) or not defined.size:
            return None
        low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        return float(low), float(high)

    def __sub__(self, other: Figure) -> Figure:
        return Figure(self.value - other.value, self.draws - other.draws)

    def as_json(self) -> dict[str, Any] | None:
        """Return the figure to four digits, with its interval; None where it is not defined."""
        if math.isnan(self.value):
            return None
        low, high = self.interval or (math.nan, math.nan)
        return {"value": _round(self.value), "low": _round(low), "high": _round(high)}


def _round(x: float) -> float | None:
    return None if math.isnan(x) else round(float(x), 4) + 0.0


def mean(figures: list[Figure]) -> Figure:
    """Return the plain mean of figures over separate data sets, as ProcessBench averages its subsets."""
    draws = np.mean([figure.draws for figure in figures], axis=0) if figures else np.empty(0)
    return Figure(float(np.mean([figure.value for figure in figures])) if figures else math.nan, draws)


def figures(section: Section, draws: int, seed: int) -> dict[str, Figure]:
    """Return every metric of a section, over its units and over ``draws`` resampled data sets.

    Groups are drawn whole, with replacement (the cluster bootstrap). The same groups and seed give the same data sets,
    so figures of two systems on the same units can be subtracted draw by draw.
    """
    units = len(section.groups)
    found = {name: Figure(metric(np.ones(units))) for name, metric in section.metrics.items()}
    if not draws or not units:
        return found
    names, member = np.unique(np.array(section.groups), return_inverse=True)
    values: dict[str, Floats] = {name: np.empty(draws) for name in section.metrics}
    random = np.random.Generator(np.random.PCG64(seed))
    for draw in range(draws):
        times = np.bincount(random.integers(0, len(names), len(names)), minlength=len(names))
        weights = times[member].astype(np.float64)
        for name, metric in section.metrics.items():
            values[name][draw] = metric(weights)
    return {name: Figure(found[name].value, values[name]) for name in section.metrics}


def share(part: Floats, whole: Floats) -> Metric:
    """Return the metric: weighted sum of ``part`` over weighted sum of ``whole``, one entry a unit."""

    def metric(weights: Floats) -> float:
        total = float(weights @ whole)
        return float(weights @ part) / total if total > 0 else math.nan

    return metric


def harmonic(first: Metric, second: Metric) -> Metric:
    """Return the metric: the harmonic mean of two, 0 where both are 0."""

    def metric(weights: Floats) -> float:
        a, b = first(weights), second(weights)
        return 2 * a * b / (a + b) if a + b else a + b

    return metric


def array(values: list[Any]) -> Floats:
    """Return values, True as 1 and False as 0, as an array of floats."""
    return np.array(values, dtype=np.float64)
