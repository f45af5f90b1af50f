"""Counts of what was settled as it is labelled, by steps and by chains, and the bounds that they make."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, Self

from verifier.binomial import lower

MOST: Final = 100_000
"""Most cases that are counted: the bound of more takes long to work out."""


@dataclass(frozen=True, slots=True)
class Count:
    """Of so many ``cases`` with a label, ``agreed`` were settled as they are labelled."""

    cases: int
    agreed: int

    def __post_init__(self) -> None:
        """Raises: ValueError on counts that do not fit."""
        whole = type(self.cases) is int and type(self.agreed) is int
        if not whole or not 0 <= self.agreed <= self.cases <= MOST:
            got = f"{self.agreed!r:.20} of {self.cases!r:.20}"
            raise ValueError(f"expected counts with 0 <= agreed <= cases <= {MOST}, got {got}")

    @property
    def bound(self) -> float:
        """The one-sided 95% lower bound of the precision, rounded down to four digits; 0 without cases."""
        found = lower(self.agreed, self.cases)
        return 0.0 if found is None else math.floor(found * 10_000) / 10_000

    def to_json(self) -> dict[str, Any]:
        """Return the counts and their bound."""
        return {"cases": self.cases, "agreed": self.agreed, "at_least": self.bound}

    @classmethod
    def of_json(cls, data: Any) -> Self:
        """Return what ``to_json`` gave. Raises: ValueError, also where the counts do not make the bound."""
        if not isinstance(data, dict) or data.keys() != {"cases", "agreed", "at_least"}:
            raise ValueError("expected cases, agreed and at_least of each count")
        found = cls(data["cases"], data["agreed"])
        if data["at_least"] != found.bound or isinstance(data["at_least"], bool):
            raise ValueError(f"{found.agreed} of {found.cases} make {found.bound}, not {data['at_least']!r:.20}")
        return found


@dataclass(frozen=True, slots=True)
class Side:
    """What was settled one way, by steps, and by chains: those with such a step, agreed where all of them agree."""

    steps: Count
    chains: Count

    def __post_init__(self) -> None:
        """Raises: ValueError where there are more chains than steps."""
        against = [one.cases - one.agreed for one in (self.steps, self.chains)]
        fit = self.chains.cases <= self.steps.cases and self.chains.agreed <= self.steps.agreed
        if not fit or against[1] > against[0] or (against[0] > 0) != (against[1] > 0):
            raise ValueError("expected counts of chains that fit those of steps")

    @property
    def bound(self) -> float:
        """The bound that settles: by chains, since steps of one chain are not independent."""
        return self.chains.bound

    def to_json(self) -> dict[str, Any]:
        """Return both counts."""
        return {"steps": self.steps.to_json(), "chains": self.chains.to_json()}

    @classmethod
    def of_json(cls, data: Any) -> Self:
        """Return what ``to_json`` gave. Raises: ValueError."""
        if not isinstance(data, dict) or data.keys() != {"steps", "chains"}:
            raise ValueError("expected counts by steps and by chains of each side")
        return cls(Count.of_json(data["steps"]), Count.of_json(data["chains"]))
