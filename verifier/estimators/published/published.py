"""Published process reward models over transformers: loaded, run in batches, one pass a chain.

No code of a model's repository is run: ``adapters`` knows the architectures, and only weights are taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verifier.chain import Chain
from verifier.estimators.published.conventions import Lay, Layout
from verifier.estimators.published.windows import windows

if TYPE_CHECKING:
    from torch import Tensor

CLOSEST = 1e-6
"""How close to 0 and 1 a score may come."""

BATCH_TOKENS = 16_384
"""Tokens of a batch, padding included."""

Read = Callable[["Tensor", Layout], "Tensor"]
"""From the outputs at a chain's tokens (T x ...) to the scores of its steps (S)."""


@dataclass(slots=True)
class PublishedModel:
    """A process reward model that scores the steps of a chain in one pass.

    ``lay``: its token layout; ``forward``: padded ids and mask (B x T) to outputs (B x T x ...); ``read``: outputs to
    scores; ``context``: tokens that it takes.
    """

    name: str
    tokenizer: Any
    lay: Lay
    forward: Callable[[Tensor, Tensor], Tensor]
    read: Read
    context: int
    device: str = "cpu"

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return the probability of each step of each chain, NaN (with a warning) for a step longer than the context.

        *Raises:* RuntimeError when the device's memory runs out.
        """
        scores = [[math.nan] * len(chain.steps) for chain in chains]
        jobs = [
            (n, *job) for n, chain in enumerate(chains) for job in windows(chain, self._laid, self.context, self.name)
        ]
        jobs.sort(key=lambda job: len(job[3].ids))
        for batch in _batches(jobs):
            found = self._run([layout for *_, layout in batch])
            for (number, first, fresh, _), values in zip(batch, found, strict=True):
                for step in range(fresh, first + len(values)):
                    scores[number][step] = min(max(values[step - first], CLOSEST), 1 - CLOSEST)
        return scores

    def _laid(self, problem: str, steps: Sequence[str]) -> Layout:
        return self.lay(self.tokenizer, problem, steps)

    def _run(self, layouts: Sequence[Layout]) -> list[list[float]]:
        import torch

        longest = max(len(layout.ids) for layout in layouts)
        ids = torch.full((len(layouts), longest), 0)
        mask = torch.zeros((len(layouts), longest), dtype=torch.long)
        for row, layout in enumerate(layouts):
            ids[row, : len(layout.ids)] = torch.tensor(layout.ids)
            mask[row, : len(layout.ids)] = 1
        with torch.inference_mode():
            outputs = self.forward(ids.to(self.device), mask.to(self.device)).float()
            return [self.read(out, layout).tolist() for out, layout in zip(outputs, layouts, strict=True)]


def _batches(jobs: Sequence[tuple[int, int, int, Layout]]) -> list[list[tuple[int, int, int, Layout]]]:
    """Jobs of like length together; ``jobs`` come in order of length."""
    batches: list[list[tuple[int, int, int, Layout]]] = []
    for job in jobs:
        if batches and (len(batches[-1]) + 1) * len(job[3].ids) <= BATCH_TOKENS:
            batches[-1].append(job)
        else:
            batches.append([job])
    return batches
