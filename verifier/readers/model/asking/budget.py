"""What a run has asked for so far, in tokens and in money, and the most that it may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from verifier.readers.model.request import Heard, Said, Silence


@dataclass(frozen=True, slots=True)
class Prices:
    """Of a million tokens that are read and written, in any currency."""

    read: float = 0.0
    written: float = 0.0


@dataclass(slots=True)
class Spent:
    """Counts of one run. ``most_tokens``, ``most_money``: what it may take, None for no bound.

    What is asked at the same time may go beyond a bound together, by the answers that were under way.
    """

    prices: Prices = field(default_factory=Prices)
    most_tokens: int | None = None
    most_money: float | None = None
    asked: int = 0
    kept: int = 0
    read: int = 0
    written: int = 0
    silences: Counter[str] = field(default_factory=Counter)

    @property
    def money(self) -> float:
        """The price of what was asked."""
        return (self.read * self.prices.read + self.written * self.prices.written) / 1_000_000

    @property
    def over(self) -> str | None:
        """Which budget is spent, None where nothing is."""
        if self.most_tokens is not None and self.read + self.written >= self.most_tokens:
            return f"the run's budget of {self.most_tokens} tokens is spent"
        if self.most_money is not None and self.money >= self.most_money:
            return f"the run's budget of {self.most_money:g} is spent"
        return None

    def count(self, heard: Heard) -> None:
        """Count what was heard."""
        if isinstance(heard, Said) and heard.kept:
            self.kept += 1
            return
        self.asked += 1
        self.read += heard.read
        self.written += heard.written
        if isinstance(heard, Silence):
            self.silences[heard.why] += 1

    def told(self) -> Iterator[str]:
        """Yield in words what a run took."""
        money = f", {self.money:.4f} by the prices given" if self.prices != Prices() else ""
        tokens = f"{self.read} tokens read, {self.written} written{money}"
        yield f"{self.asked} requests, {self.kept} answered before, {tokens}"
        for why, times in self.silences.most_common(3):
            yield f"no answer, {times} times: {why}"
