"""What a run has asked for so far, in tokens and in money, and the most that it may."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from verifier.asking.request import Asked, Heard, Said, Silence
from verifier.processes import call_in_forks


@dataclass(frozen=True, slots=True)
class Prices:
    """Of a million tokens that are read and written, in any currency."""

    read: float = 0.0
    written: float = 0.0

    def of(self, read: int, written: int) -> float:
        """Return the price of so many tokens."""
        return (read * self.read + written * self.written) / 1_000_000


@dataclass(frozen=True, slots=True)
class Cost:
    """An estimate of what requests take: their number, and the tokens read and written."""

    requests: int = 0
    read: int = 0
    written: int = 0

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.read + self.written

    def said(self, prices: Prices) -> str:
        """Return the estimate in words."""
        money = f", about {prices.of(self.read, self.written):.2f} by the prices given" if prices != Prices() else ""
        return (
            f"{self.requests:,} requests to send, about {self.read:,} tokens to read and {self.written:,} to write"
            f"{money}; corrections and further samples are not included"
        )


@dataclass
class Spent:
    """Counts of one run. ``most_tokens``, ``most_money``: what it may take, None for no bound.

    No bound is exceeded: a request goes out where the most that it and those under way may take is left. Threads may
    share it.
    """

    prices: Prices = field(default_factory=Prices)
    most_tokens: int | None = None
    most_money: float | None = None
    asked: int = 0
    kept: int = 0
    read: int = 0
    written: int = 0
    silences: Counter[str] = field(default_factory=Counter)
    _held: list[tuple[int, int]] = field(default_factory=list)
    _turn: Any = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Let a fork begin with nothing under way."""
        call_in_forks(self._begin)

    def _begin(self) -> None:
        self._held, self._turn = [], threading.Lock()

    @property
    def money(self) -> float:
        """The price of what was asked."""
        return self.prices.of(self.read, self.written)

    def hold(self, request: Asked) -> str | Literal[True] | None:
        """Set aside what a request may take. Return True where it may go out, None where it may when others have ended,
        else why it may not."""
        with self._turn:
            if (over := self._over([request.most])) is not None:
                return over
            if self._over([*self._held, request.most]) is not None:
                return None
            self._held.append(request.most)
            return True

    def _over(self, held: list[tuple[int, int]]) -> str | None:
        """Which budget what is held would exceed, None where none."""
        read, written = (sum(one[i] for one in held) for i in (0, 1))
        if self.most_tokens is not None and self.read + self.written + read + written > self.most_tokens:
            return f"the run's budget of {self.most_tokens} tokens is spent but for less than a request may take"
        if self.most_money is not None and self.money + self.prices.of(read, written) > self.most_money:
            return f"the run's budget of {self.most_money:g} is spent but for less than a request may take"
        return None

    def count(self, heard: Heard, request: Asked | None = None) -> None:
        """Count what was heard; ``request``: for which something was set aside."""
        with self._turn:
            if request is not None:
                self._held.remove(request.most)
            if isinstance(heard, Said) and heard.kept:
                self.kept += 1
                return
            self.asked += 1
            self.read += heard.read
            self.written += heard.written
            if isinstance(heard, Silence):
                self.silences[heard.why] += 1

    def refused(self, why: str) -> Silence:
        """Return the answer to a request that is not sent, counted."""
        with self._turn:
            self.silences[why] += 1
        return Silence(why)

    def told(self) -> Iterator[str]:
        """Yield in words what a run took."""
        money = f", {self.money:.4f} by the prices given" if self.prices != Prices() else ""
        tokens = f"{self.read} tokens read, {self.written} written{money}"
        yield f"{self.asked} requests, {self.kept} answered before, {tokens}"
        for why, times in self.silences.most_common(3):
            yield f"no answer, {times} times: {why}"
