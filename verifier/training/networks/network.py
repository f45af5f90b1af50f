"""The network that is trained: an encoder or a decoder, and a head that reads a hazard at the end of each step.

The hazard of a step is the probability that it is the first wrong one, given that all before it are right; the score of
a step, that the chain is right up to and including it, is the product of what the hazards leave (discrete survival
analysis: Cox 1972, section 4). So scores never rise, and a label that is known only of the last prefix, such as the
final answer's, teaches every step its share (noisy-or).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from verifier.estimators.own.layout import Floats, Window
from verifier.estimators.shape import FEATURES

HIDDEN, SMALL = 16, 16
"""Units of the head's two hidden layers: over states and shape, and over shape alone."""

DROPOUT = 0.5


@dataclass(frozen=True, slots=True)
class Batch:
    """B windows, padded to T tokens and S parts."""

    ids: Tensor  # B x T
    segments: Tensor  # B x T, -1 where padded
    pool: Tensor  # B x S x T
    ends: Tensor  # B x S
    shape: Tensor  # B x S x F
    states: Tensor | None = None  # B x S x 2W, where a frozen body was run before


def batch_of(windows: Sequence[Window], states: Sequence[Floats | None] = ()) -> Batch:
    """Return the windows as one padded batch, with what a frozen body made of them where that is known.

    Raises: ValueError when there are none.
    """
    size = (len(windows), max(len(w.ids) for w in windows), max(len(w.ends) for w in windows))
    ids, segments = np.zeros(size[:2], np.int64), np.full(size[:2], -1, np.int64)
    pool, ends = np.zeros((size[0], size[2], size[1]), np.float32), np.zeros((size[0], size[2]), np.int64)
    shape = np.zeros((size[0], size[2], len(FEATURES)), np.float32)
    for row, window in enumerate(windows):
        tokens, parts = len(window.ids), len(window.ends)
        ids[row, :tokens], segments[row, :tokens] = window.ids, window.segments
        pool[row, :parts, :tokens], ends[row, :parts], shape[row, :parts] = window.pool, window.ends, window.shape
    known = [array for array in states if array is not None]
    seen = None
    if known and len(known) == len(windows):
        held = np.zeros((size[0], size[2], known[0].shape[1]), np.float32)
        for row, array in enumerate(known):
            held[row, : len(array)] = array
        seen = torch.from_numpy(held)
    arrays = {"ids": ids, "segments": segments, "pool": pool, "ends": ends, "shape": shape}
    return Batch(**{name: torch.from_numpy(array) for name, array in arrays.items()}, states=seen)


class Head(nn.Module):
    """From a step's states (its last one, and the mean of all) and its shape to the log-odds of its hazard."""

    center: Tensor
    spread: Tensor

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner = nn.Linear(2 * width + len(FEATURES), HIDDEN)
        self.outer = nn.Linear(HIDDEN, 1)
        self.small = nn.Linear(len(FEATURES), SMALL)
        self.last = nn.Linear(SMALL, 1)
        self.dropout = nn.Dropout(DROPOUT)
        self.register_buffer("center", torch.zeros(2 * width))
        self.register_buffer("spread", torch.ones(2 * width))
        with torch.no_grad():
            self.last.bias.fill_(-2.0)  # most steps are right
            self.outer.weight.zero_()  # states say nothing until they have taught something
            self.outer.bias.zero_()

    def standardize(self, states: Floats) -> None:
        """Take N x 2W states as what is usual: the head sees how far others lie from them."""
        self.center.copy_(torch.from_numpy(states.mean(axis=0)))
        self.spread.copy_(torch.from_numpy(states.std(axis=0) + 1e-3))

    def forward(self, states: Tensor, shape: Tensor) -> Tensor:
        """Return B x S log-odds, from B x S x 2W states."""
        usual = self.dropout((states - self.center) / self.spread)
        inner = torch.nn.functional.gelu(self.inner(torch.cat([usual, shape], dim=-1)))
        found: Tensor = self.outer(self.dropout(inner)) + self.last(torch.nn.functional.gelu(self.small(shape)))
        return found.squeeze(-1)


class StepScorer(nn.Module):
    """A pretrained transformer with the head. ``causal``: it is a decoder, whose own mask suffices."""

    def __init__(self, body: nn.Module, width: int, causal: bool) -> None:
        super().__init__()
        self.body, self.head, self.causal = body, Head(width), causal

    def forward(self, batch: Batch) -> Tensor:
        """Return B x S log-odds of hazards. Raises: RuntimeError when memory runs out."""
        found: Tensor = self.head(self.states(batch) if batch.states is None else batch.states, batch.shape)
        return found

    def states(self, batch: Batch) -> Tensor:
        """Return B x S x 2W: of each part, the state at its separator and the mean of its states."""
        states = self.body(**self._inputs(batch)).last_hidden_state.float()
        last = states.gather(1, batch.ends[..., None].expand(-1, -1, states.shape[-1]))
        return torch.cat([last, batch.pool @ states], dim=-1)

    def _inputs(self, batch: Batch) -> dict[str, Any]:
        held = batch.segments >= 0
        if self.causal:
            return {"input_ids": batch.ids, "attention_mask": held.long()}
        sees = (batch.segments[:, None, :] <= batch.segments[:, :, None]) & held[:, None, :]
        sees = sees | torch.eye(sees.shape[-1], dtype=torch.bool)  # padding sees itself, lest its row be empty
        dtype = next(self.body.parameters()).dtype
        mask = torch.zeros(sees.shape, dtype=dtype).masked_fill(~sees, torch.finfo(dtype).min)
        return {"input_ids": batch.ids, "attention_mask": mask[:, None]}


def log_survival(hazards: Tensor) -> Tensor:
    """Return the logarithms of the prefix scores, B x S, from the log-odds of the hazards."""
    return torch.nn.functional.logsigmoid(-hazards).cumsum(-1)


def loss(hazards: Tensor, targets: Tensor, weights: Tensor) -> Tensor:
    """Return the mean cross-entropy between prefix scores and what is known of them.

    ``targets``: B x S probabilities, NaN where nothing is known; ``weights``: B. Each chain counts by its weight,
    whatever its length.
    """
    known = ~targets.isnan()
    alive = log_survival(hazards).clamp(max=-1e-6)
    dead = torch.log(-torch.expm1(alive))
    target = targets.nan_to_num()
    each = -(target * alive + (1 - target) * dead) * known
    return (each.sum(-1) / known.sum(-1).clamp(min=1) * weights).sum() / weights.sum()
