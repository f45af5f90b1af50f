"""One number of a completion, and its parts: the outcome and the process, each with a weight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.rewards.functions import Outcome, Process


@dataclass(frozen=True, slots=True)
class Weighed:
    """``unknown``: what a part counts of which nothing could be told; trainers that want one number have no None."""

    process: Process = field(default_factory=Process)
    outcome: Outcome = field(default_factory=Outcome)
    process_weight: float = 0.5
    outcome_weight: float = 1.0
    unknown: float = 0.0

    def of(self, told: Mapping[str, Any] | None) -> dict[str, float]:
        """Return ``{"score", "outcome", "process", "outcome_told", "process_told"}`` of a completion of which a worker
        told this: the weighted sum, the parts, and 1 or 0 for whether anything could be told of each."""
        parts = {"outcome": self.outcome.of(told), "process": self.process.of(told)}
        found = {name: self.unknown if value is None else value for name, value in parts.items()}
        return {
            "score": self.outcome_weight * found["outcome"] + self.process_weight * found["process"],
            **found,
            **{f"{name}_told": float(value is not None) for name, value in parts.items()},
        }
