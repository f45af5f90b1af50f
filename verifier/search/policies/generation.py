"""Many texts from one model at once: prompts are read once each, and a row that is done makes room.

Every row has random numbers of its own, so that what is written beside it does not decide what it draws. (The model's
numbers do depend on what is computed together, in their last digits: the same batch gives the same texts, another batch
may tip a draw that was close.)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

HEAD: Final = 512  # the likeliest tokens, among which a draw nearly always falls: sorting all of them costs far more


@dataclass(frozen=True, slots=True)
class Sampling:
    """``temperature`` 0 is greedy; ``top_p``: the share of the probability, likeliest first, that is drawn from."""

    temperature: float = 0.8
    top_p: float = 0.95


@dataclass(slots=True)
class Row:
    """A text being written after a prompt, at most ``limit`` tokens long. ``done`` looks at it after each token.

    ``ids``: its tokens, with what ends a text if that came; ``logprobs``: of each, under the model as it is
    (temperature 1); ``ended``: that came.
    """

    prompt: str
    limit: int
    chance: random.Random
    done: Callable[[list[int]], bool]
    ids: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    ended: bool = False

    def add(self, token: int, logprob: float, stops: set[int]) -> bool:
        """Append a token; return whether more may follow."""
        self.ids.append(token)
        self.logprobs.append(logprob)
        self.ended = token in stops
        return not (self.ended or len(self.ids) >= self.limit or self.done(self.ids))


def write(rows: Sequence[Row], model: Any, tokenizer: Any, how: Sampling, stops: set[int]) -> None:
    """Write every row to its end, all at once. Raises: RuntimeError, MemoryError, as torch."""
    import torch
    from transformers import DynamicCache

    prompts = list(dict.fromkeys(row.prompt for row in rows))
    with torch.inference_mode():
        held = tokenizer(prompts, return_tensors="pt", padding=True, add_special_tokens=False)
        ids, mask = held["input_ids"].to(model.device), held["attention_mask"].to(model.device)
        cache, places = DynamicCache(config=model.config), (mask.cumsum(-1) - 1).clamp(min=0)
        at = torch.tensor([prompts.index(row.prompt) for row in rows], device=model.device)
        open_ = list(rows)
        while True:
            out = model(ids, attention_mask=mask, position_ids=places, past_key_values=cache, logits_to_keep=1)
            logits = out.logits[at, -1].float()
            tokens, logprobs = drawn(logits, how, [row.chance.random() for row in open_])
            told = zip(open_, tokens.tolist(), logprobs.tolist(), strict=True)
            more = [row.add(token, logprob, stops) for row, token, logprob in told]
            if not any(more):
                return
            left = torch.tensor([i for i, goes_on in enumerate(more) if goes_on], device=model.device)
            open_ = [row for row, goes_on in zip(open_, more, strict=True) if goes_on]
            if len(left) < len(ids) or len(at) != len(ids):
                cache.batch_select_indices(at[left])
            ids, mask = tokens[left, None], torch.nn.functional.pad(mask[at[left]], (0, 1), value=1)
            places, at = mask.sum(-1, keepdim=True) - 1, torch.arange(len(left), device=model.device)


def drawn(logits: Any, how: Sampling, uniform: Sequence[float]) -> tuple[Any, Any]:
    """Return a token for each row of logits (rows x words), and its log-probability at temperature 1.

    A row's token is where its number of ``uniform`` falls in the cumulated probability of the likeliest words that
    hold ``top_p`` of it (nucleus sampling, Holtzman et al., arXiv:1904.09751).
    """
    import torch

    if how.temperature == 0:
        tokens = logits.argmax(-1)
    else:
        shares = (logits / how.temperature).softmax(-1)
        tokens = torch.empty(len(shares), dtype=torch.long, device=shares.device)
        numbers = torch.tensor(uniform, dtype=shares.dtype, device=shares.device)
        likely, words = shares.topk(min(HEAD, shares.shape[-1]))
        enough = likely.sum(-1) >= how.top_p
        tokens[enough] = _fallen(likely[enough], words[enough], how.top_p, numbers[enough])
        if not enough.all():
            likely, words = shares[~enough].sort(descending=True, stable=True)
            tokens[~enough] = _fallen(likely, words, how.top_p, numbers[~enough])
    return tokens, (logits.gather(1, tokens[:, None]) - logits.logsumexp(-1, keepdim=True)).squeeze(1)


def _fallen(likely: Any, words: Any, top_p: float, numbers: Any) -> Any:
    kept = likely.cumsum(-1) - likely < top_p
    edges = (likely * kept).cumsum(-1)
    place = (edges <= numbers[:, None] * edges[:, -1:]).sum(-1)
    return words.gather(1, place.minimum(kept.sum(-1) - 1)[:, None]).squeeze(1)  # a number may round to 1
