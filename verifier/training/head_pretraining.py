"""Pretraining of the head on surface features alone: it needs no encoder, so every example can teach it.

What the encoder adds is then learnt on top, starting from nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from verifier.estimators.shape import shapes
from verifier.training.data.examples import Example
from verifier.training.networks.network import Head

STEPS, RATE = 300, 1e-2


def warm(head: Head, examples: Sequence[Example], seed: int) -> float:
    """Fit ``head.small`` and ``head.last`` to the examples, and return the loss at the end. Raises: ValueError on none.

    The whole of the data at each step, with Adam; the same data and seed give the same weights on one machine.
    """
    if not examples:
        raise ValueError("expected at least one example to train on")
    rows = torch.from_numpy(np.concatenate([shapes(example.chain) for example in examples]))
    targets = torch.tensor([np.nan if t is None else t for example in examples for t in example.targets])
    weights = torch.tensor([example.weight for example in examples])
    lengths = torch.tensor([len(example.steps) for example in examples])
    torch.manual_seed(seed)
    head.small.reset_parameters()
    optimizer = torch.optim.Adam([*head.small.parameters(), *head.last.parameters()], lr=RATE)
    found = torch.zeros(())
    for _ in range(STEPS):
        hazards = head.last(torch.nn.functional.gelu(head.small(rows))).squeeze(-1)
        found = flat_loss(hazards, targets, weights, lengths)
        optimizer.zero_grad()
        found.backward()  # type: ignore[no-untyped-call]  # torch leaves it without types
        optimizer.step()
    return float(found.detach())


def flat_loss(hazards: Tensor, targets: Tensor, weights: Tensor, lengths: Tensor) -> Tensor:
    """Return what ``network.loss`` returns, for the steps of all chains one after the other, of these lengths."""
    owner = torch.repeat_interleave(torch.arange(len(lengths)), lengths)
    ends = lengths.cumsum(0)
    total = torch.nn.functional.logsigmoid(-hazards).double().cumsum(0)
    before = torch.cat([torch.zeros(1, dtype=torch.double), total])[(ends - lengths)]
    alive = (total - before[owner]).clamp(max=-1e-6)
    dead = torch.log(-torch.expm1(alive))
    known, target = ~targets.isnan(), targets.nan_to_num().double()
    each = -(target * alive + (1 - target) * dead) * known
    sums, counts = (
        torch.zeros(len(lengths), dtype=torch.double).index_add(0, owner, v.double()) for v in (each, known)
    )
    return (sums / counts.clamp(min=1) * weights).sum() / weights.sum()
