"""What an encoder makes of the steps of a chain in one pass, as models of our own score, and in a pass for each step;
by the same encoder on onnxruntime, and on transformers, as reward models are commonly called. One thread each: more of
them wait for one another where the machine does other work, and would measure that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from verifier.chain import Chain
from verifier.estimators.own import weights
from verifier.estimators.own.encoder import Encoder, frozen
from verifier.estimators.own.layout import Floats, windows
from verifier.peers.interleaved_timing import Comparison, Way, compared

LENGTHS = (2, 4, 8, 16)

Passes = Callable[[Chain], object]


def chain(steps: int, number: int) -> Chain:
    """Return a chain of so many short steps; ``number`` makes it differ from the others."""
    told = [f"After day {day} Ann has {number} + {3 * day} = {number + 3 * day} eggs." for day in range(1, steps + 1)]
    return Chain.of(f"Ann has {number} eggs and gets 3 more a day. How many has she after {steps} days?", told)


def prefixes(whole: Chain) -> list[Chain]:
    """Return what each step ends: the chain up to it."""
    texts = [step.text for step in whole.steps]
    return [Chain.of(whole.problem, texts[: end + 1]) for end in range(len(texts))]


def beside_plain_scoring(chains: int, rounds: int, lengths: Sequence[int] = LENGTHS) -> Iterator[Comparison]:
    """Yield the rates, in steps a second, for chains of each length.

    Raises: PrmUnavailable; ImportError without torch and transformers.
    """
    model, plain = frozen(threads=1), Plain(weights.encoder())
    for length in lengths:

        def way(name: str, passes: Passes, length: int = length) -> Way:
            def work(number: int) -> int:
                for i in range(chains):
                    passes(chain(length, 10 + number * chains + i))
                return chains * length

            return Way(name, work)

        yield compared(
            f"chains of {length} steps, scored",
            [
                way("one pass for all steps", lambda one: at_once(model, one)),
                way("a pass for each step, the same model", lambda one: each(model, one)),
                way("a pass for each step, transformers", plain.each),
                way("all prefixes as one batch, transformers", plain.batch),
            ],
            rounds,
        )


def at_once(model: Encoder, whole: Chain) -> Floats:
    """Return S x 2W: the states of all steps, by one pass."""
    return np.concatenate([model.states(window) for window in windows(whole, model.form)])


def each(model: Encoder, whole: Chain) -> Floats:
    """Return the same by a pass for each step, which sees the chain up to it."""
    return np.array([at_once(model, prefix)[-1] for prefix in prefixes(whole)])


class Plain:
    """The encoder as transformers runs it, without the head: what a score takes at the least."""

    def __init__(self, folder: Path) -> None:
        """Set torch to one thread. Raises: ImportError, OSError."""
        import torch
        import transformers

        from verifier.training.networks.bodies import quiet

        torch.set_num_threads(1)
        quiet()
        self._torch = torch
        self._tokenizer: Any = transformers.AutoTokenizer.from_pretrained(folder)
        self._model: Any = transformers.AutoModel.from_pretrained(folder, add_pooling_layer=False).train(False)

    def each(self, whole: Chain) -> Any:
        """Return S x W: the last state of each prefix, by a pass for each."""
        return self._torch.cat([self._last([prefix]) for prefix in prefixes(whole)])

    def batch(self, whole: Chain) -> Any:
        """Return the same, by one pass over all prefixes, padded to the longest."""
        return self._last(prefixes(whole))

    def _last(self, chains: Sequence[Chain]) -> Any:
        texts = ["\n".join((one.problem, *(step.text for step in one.steps))) for one in chains]
        inputs = self._tokenizer(texts, return_tensors="pt", padding=True, truncation=True, max_length=512)
        with self._torch.inference_mode():
            states = self._model(**inputs).last_hidden_state
        return states[self._torch.arange(len(texts)), inputs["attention_mask"].sum(dim=1) - 1]
