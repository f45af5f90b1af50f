"""Interleaved timing: ways of doing the same work take turns, so that other load falls on all of them alike."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Work = Callable[[int], int]
"""Does the work of a round (counted from 0), and returns how many items that was."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of doing it, by the name under which it is shown."""

    name: str
    work: Work


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as fast: the median of the rounds, and the least and the most of them."""

    median: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Rates:
    """Items a second of the clock, one figure for each round."""

    name: str
    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The figure of the middle round."""
        return statistics.median(self.rounds)

    def over(self, other: Rates) -> Ratio:
        """Return how many times as fast this is as ``other``, round by round. Raises: ValueError on other rounds."""
        times = [mine / theirs for mine, theirs in zip(self.rounds, other.rounds, strict=True)]
        return Ratio(statistics.median(times), min(times), max(times))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rates of several ways of one piece of work: ours first, then those of the others. ``work`` names it."""

    work: str
    ours: Rates
    others: tuple[Rates, ...]


def compared(work: str, ways: Sequence[Way], rounds: int) -> Comparison:
    """Return the rates of the ways, of which the first is ours: a round that is not measured, to warm them, then so
    many that are, forwards and backwards by turns. Raises: as the ways."""
    for way in ways:
        way.work(rounds)
    found: dict[str, list[float]] = {way.name: [] for way in ways}
    for number in range(rounds):
        for way in ways if number % 2 == 0 else reversed(ways):
            start = time.perf_counter()
            items = way.work(number)
            spent = time.perf_counter() - start
            found[way.name].append(items / spent if spent else math.inf)
    ours, *others = (Rates(name, tuple(rates)) for name, rates in found.items())
    return Comparison(work, ours, tuple(others))
