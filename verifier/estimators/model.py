"""What every process reward model answers, whatever it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from verifier.chain import Chain


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a model of transformers runs, and on which numbers; ``auto`` chooses what the machine has."""

    device: str = "auto"
    dtype: str = "auto"


class PrmUnavailable(RuntimeError):
    """No such model can be had here; ``str`` says what to install or change. ``usage``: it was asked for wrongly."""

    def __init__(self, message: str, *, usage: bool = False) -> None:
        super().__init__(message)
        self.usage = usage


class ProcessRewardModel(Protocol):
    """Scores the steps of chains."""

    @property
    def name(self) -> str:
        """Name and version, as records carry it."""
        ...

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return, for each chain, one probability in (0, 1) for each step: that the chain is right up to and including
        it.

        Fails: never on any text.
        """
        ...
