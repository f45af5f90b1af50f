"""A local policy: a causal language model of transformers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from verifier.asking.model import ModelUnavailable
from verifier.asking.weights import load
from verifier.search.policies.policy import (
    INSTRUCTION,
    Call,
    Continuation,
    Partial,
    PolicyLost,
    PolicyUnavailable,
    Proposed,
    as_steps,
    ends,
    fault_of,
    whole_lines,
)

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


ROWS: Final = 32  # texts that are written at once
NEEDED: Final = "a local policy needs torch and transformers: pip install 'step-verifier[prm]'"


class LocalPolicy:
    """Samples from a model at a temperature. The same calls, put in the same way, give the same texts.

    Every text has random numbers of its own, which its call's seed, its chain's place and its own place in that decide;
    what else is asked at the same time moves only the last digits of what the model computes.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        name: str,
        *,
        temperature: float = 0.8,
        top_p: float = 0.95,
        step_tokens: int = 80,
        max_tokens: int = 320,
        rows: int = ROWS,
    ) -> None:
        """``step_tokens``: of one step; ``max_tokens``: of all the rest; ``rows``: texts written at once.
        Temperature 0 is greedy."""
        self.name, self._model, self._tokenizer = name, model.train(False), tokenizer
        self._sampling = Sampling(temperature, top_p)
        self._step_tokens, self._max_tokens, self._rows = step_tokens, max_tokens, rows
        self._context = int(getattr(model.config, "max_position_embeddings", 2048))
        tokenizer.padding_side = "left"
        if tokenizer.pad_token_id is None:
            tokenizer.pad_token = tokenizer.eos_token

    @classmethod
    def load(cls, where: str, *, dtype: str = "auto", **settings: Any) -> LocalPolicy:
        """Return the policy of a folder, a GGUF file, or a hub name.

        ``dtype``: ``float32``, ``bfloat16``, ``float16``, or ``auto``: bfloat16 where the machine computes in it, else
        float32. Another one gives other texts. Raises: PolicyUnavailable, which says what to do.
        """
        model, tokenizer = loaded(where, dtype)
        return cls(model, tokenizer, f"{Path(where).name}, {str(model.dtype).removeprefix('torch.')}", **settings)

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        """Return sampled continuations. A chain that leaves no room in the context has that as its fault.

        Raises: PolicyLost where the model fails.
        """
        return self.answered([Call(tuple(chains), count, seed, whole)])[0]

    def answered(self, calls: Sequence[Call]) -> list[list[Proposed]]:
        """Return what ``next_steps`` gives for each of these calls, written together. Raises: PolicyLost."""
        asked = [(call, place, chain) for call in calls for place, chain in enumerate(call.chains)]
        prompts = [self._prompt(chain) for _, _, chain in asked]
        lengths = [len(ids) for ids in self._ids(prompts)]
        written = [
            self._begun(call, place, prompt) if length + self._limit(call) <= self._context else None
            for (call, place, _), prompt, length in zip(asked, prompts, lengths, strict=True)
        ]
        rows = [row for each in written for row in each or ()]
        stops = self._stops()
        try:
            for start in range(0, len(rows), self._rows):
                write(rows[start : start + self._rows], self._model, self._tokenizer, self._sampling, stops)
        except (RuntimeError, MemoryError) as error:  # torch's errors of memory and of devices are RuntimeErrors
            raise PolicyLost(f"{self.name} failed: {error!s:.300}") from error
        told = iter([self._proposed(*each) for each in zip(asked, written, lengths, strict=True)])
        return [[next(told) for _ in call.chains] for call in calls]

    def _ids(self, texts: Sequence[str]) -> list[list[int]]:
        found: list[list[int]] = self._tokenizer(list(texts), add_special_tokens=False)["input_ids"] if texts else []
        return found

    def _limit(self, call: Call) -> int:
        return self._max_tokens if call.whole else self._step_tokens

    def _begun(self, call: Call, place: int, prompt: str) -> list[Row]:
        done = self._answers if call.whole else self._ends_line
        chances = [random.Random(f"{call.seed}/{place}/{number}") for number in range(call.count)]
        return [Row(prompt, self._limit(call), chance, done) for chance in chances]

    def _text(self, ids: Sequence[int]) -> str:
        return str(self._tokenizer.decode(ids, skip_special_tokens=True))

    def _ends_line(self, ids: Sequence[int]) -> bool:
        """Whether the first line that is not blank is at its end."""
        return "\n" in self._text(ids).lstrip()

    def _answers(self, ids: Sequence[int]) -> bool:
        """Whether the last line is at its end, and gives the final answer: nothing after it would be kept."""
        text = self._text(ids)
        return text.endswith("\n") and ends(text.rstrip().rpartition("\n")[2])

    def _proposed(self, asked: tuple[Call, int, Partial], rows: list[Row] | None, length: int) -> Proposed:
        if rows is None:
            return Proposed(fault=f"{length} tokens leave no room in a context of {self._context}")
        call = asked[0]
        found = [one for row in rows if (one := self._continuation(row, call.whole)) is not None]
        made = tuple(one for one in found if call.whole or not one.cut)
        return Proposed(made, fault_of(len(rows), len(made), len(found) - len(made), self._limit(call)), length)

    def _prompt(self, chain: Partial) -> str:
        asked, written = f"{INSTRUCTION}\n\n{chain.problem}", "".join(f"{step}\n" for step in chain.steps)
        if self._tokenizer.chat_template:
            turns = [{"role": "user", "content": asked}]
            asked = str(self._tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True))
            return asked + written
        return f"{asked}\n\n{written}"

    def _stops(self) -> set[int]:
        found = self._model.generation_config.eos_token_id
        return {self._tokenizer.eos_token_id, *(found if isinstance(found, list) else [found])} - {None}

    def _continuation(self, row: Row, whole: bool) -> Continuation | None:
        text = self._text(row.ids)
        cut = not row.ended and not row.done(row.ids)
        steps = as_steps(whole_lines(text) if cut else text)[: None if whole else 1]
        if not steps and not row.ended and not (cut and text.strip()):
            return None
        ended = row.ended or bool(steps and ends(steps[-1]))
        return Continuation(steps, ended, round(sum(row.logprobs), 6), len(row.ids), cut and not ended)


def loaded(where: str, dtype: str = "auto") -> tuple[Any, Any]:
    """Return the model of a folder (of a GGUF file too) or hub name, on a GPU where there is one, and its tokenizer.

    Raises: PolicyUnavailable.
    """
    try:
        return load(where, dtype)
    except ImportError as error:
        raise PolicyUnavailable(NEEDED) from error
    except ModelUnavailable as error:
        raise PolicyUnavailable(str(error), usage=error.usage) from error
