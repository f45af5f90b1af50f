"""The first layers of a Llama decoder with low-rank additions, and what reads a doubt of each step from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from verifier.training.additions.lessons import Lesson

DROPOUT, BODY_DROPOUT = 0.1, 0.05
WRONG = -2.0
"""Log-odds of a doubt before anything is learnt: most steps are right."""

MATRICES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
"""The matrices of a layer, as transformers calls them and as GGUF does."""


@dataclass(frozen=True, slots=True)
class Padded:
    """B lessons, padded to T tokens and S steps: ``ids`` B x T, and B x S ``begins``, ``ends`` and ``targets`` (NaN:
    nothing is known); ``groups`` and ``weights``: B; ``outcome``: B x 1, whether the last prefix alone is known."""

    ids: Tensor
    begins: Tensor
    ends: Tensor
    targets: Tensor
    groups: Tensor
    weights: Tensor
    outcome: Tensor


def padded(taught: Sequence[Lesson], groups: Sequence[str], worth: Mapping[str, float], device: str) -> Padded:
    """Return lessons as one batch. ``groups``: those that have a constant of their own, in their order."""
    size = (len(taught), max(len(one.ids) for one in taught))
    parts = (len(taught), max(len(one.ends) for one in taught))
    ids, begins, ends = np.zeros(size, np.int64), np.zeros(parts, np.int64), np.zeros(parts, np.int64)
    targets = np.full(parts, np.nan, np.float32)
    for row, one in enumerate(taught):
        ids[row, : len(one.ids)] = one.ids
        steps = len(one.ends)
        begins[row, :steps], ends[row, :steps], targets[row, :steps] = one.begins, one.ends, one.targets
    arrays = (ids, begins, ends, targets)
    numbers = [groups.index(one.group) if one.group in groups else -1 for one in taught]
    weights = np.array([one.weight * worth.get(one.group, 1.0) for one in taught], np.float32)
    outcome = np.array([[one.outcome] for one in taught])
    every = (*arrays, np.array(numbers), weights, outcome)
    return Padded(*(torch.from_numpy(array).to(device) for array in every))


class DoubtNetwork(nn.Module):
    """``readout`` reads a step's last state and the mean of its states; ``constants``: what a group errs more often
    than the mean of all, which is left out when the network is asked."""

    def __init__(self, body: nn.Module, width: int, groups: int) -> None:
        super().__init__()
        self.body = body
        self.readout = nn.Linear(2 * width, 1)
        self.constants = nn.Embedding(groups, 1)
        self.dropout = nn.Dropout(DROPOUT)
        with torch.no_grad():
            self.readout.weight.zero_()
            self.readout.bias.fill_(WRONG)
            self.constants.weight.zero_()

    def forward(self, batch: Padded) -> Tensor:
        """Return B x S log-odds that a step is wrong where all before it is right. What stands right of a text is
        padding, which nothing before it sees."""
        states = self.body(input_ids=batch.ids).last_hidden_state.float()
        told = self.readout(self.dropout(_of_steps(states, batch))).squeeze(-1)
        known = (batch.groups >= 0)[:, None]
        found: Tensor = told + self.constants(batch.groups.clamp(min=0)) * known if self.training else told
        return found


def _of_steps(states: Tensor, batch: Padded) -> Tensor:
    """B x S x 2W: the last state of each step, and the mean of its states."""
    width = states.shape[-1]
    last = states.gather(1, batch.ends[..., None].expand(-1, -1, width))
    sums = torch.cat([torch.zeros_like(states[:, :1]), states.cumsum(1)], dim=1)
    first = sums.gather(1, batch.begins[..., None].expand(-1, -1, width))
    total = sums.gather(1, (batch.ends + 1)[..., None].expand(-1, -1, width)) - first
    return torch.cat([last, total / (batch.ends + 1 - batch.begins)[..., None]], dim=-1)


def loss(doubts: Tensor, batch: Padded) -> Tensor:
    """Return the mean cross-entropy of the known steps. Where the last prefix alone is known, the product of what the
    doubts leave is told by it (noisy-or), so that all steps share the blame."""
    known, targets = ~batch.targets.isnan(), batch.targets.nan_to_num()
    each = nn.functional.binary_cross_entropy_with_logits(doubts, 1 - targets, reduction="none")
    alive = nn.functional.logsigmoid(-doubts).cumsum(1).clamp(max=-1e-6)
    shared = -(targets * alive + (1 - targets) * torch.log(-torch.expm1(alive)))
    worth = batch.weights[:, None] * known
    return (torch.where(batch.outcome, shared, each) * worth).sum() / worth.sum().clamp(min=1.0)


def opened(folder: Path, layers: int, rank: int, groups: int) -> DoubtNetwork:
    """Return the network over the language model of a GGUF file. Raises: OSError, ValueError, ImportError."""
    from transformers import AutoModel

    _quiet()
    file = next(place.name for place in folder.glob("*.gguf"))
    return added(AutoModel.from_pretrained(folder, gguf_file=file, dtype=torch.float32), layers, rank, groups)


def _quiet() -> None:
    """Silence what transformers says while it loads: which weights are not used."""
    import transformers

    speech: Any = transformers.utils.logging
    speech.set_verbosity_error()
    speech.disable_progress_bar()


def added(body: Any, layers: int, rank: int, groups: int) -> DoubtNetwork:
    """Return the network over a Llama body of transformers, cut after so many layers."""
    from peft import LoraConfig, get_peft_model

    body.layers = body.layers[:layers]
    body.config.use_cache = False
    targets = [name.rpartition(".")[2] for name in MATRICES]
    wanted = LoraConfig(r=rank, lora_alpha=2 * rank, lora_dropout=BODY_DROPOUT, target_modules=targets)
    return DoubtNetwork(get_peft_model(body, wanted), body.config.hidden_size, groups)
