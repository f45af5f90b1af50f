"""Outcome reward models: a sequence classifier says whether a solution is right; of a prefix, whether it would be."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.chain import Chain
from verifier.estimators.own.layout import LongChain

CLOSEST = 1e-6


@dataclass(slots=True)
class OutcomeModel:
    """A sequence classifier of one label (its logistic is the score) or two (the second one's share).

    Steps are scored as solutions that end there: one pass a step, since such a model speaks of a whole text alone.
    """

    name: str
    tokenizer: Any
    model: Any
    context: int
    device: str = "cpu"

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return, for each step, the probability that a solution which ends there is right; NaN (with a warning) where
        it is longer than the context."""
        return [
            [self.outcome(chain.problem, [s.text for s in chain.steps[: step.index + 1]]) for step in chain.steps]
            for chain in chains
        ]

    def outcome(self, problem: str, steps: Sequence[str]) -> float:
        """Return the probability that a solution is right, NaN (with a warning) where it is too long."""
        import torch

        coded = self.tokenizer(problem + "\n" + "\n".join(steps), return_tensors="pt").to(self.device)
        if coded["input_ids"].shape[1] > self.context:
            warnings.warn(
                f"a solution is longer than the {self.context} tokens of {self.name}", LongChain, stacklevel=2
            )
            return math.nan
        with torch.inference_mode():
            logits = self.model(**coded).logits[0].float()
        found = logits.sigmoid()[0] if logits.numel() == 1 else logits.softmax(-1)[1]
        return min(max(float(found), CLOSEST), 1 - CLOSEST)
