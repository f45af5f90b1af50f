"""SmolLM2-135M-Instruct on onnxruntime, without torch: what each token of a text costs, given those before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np
import numpy.typing as npt

from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.layout import Floats, Ints, encoding
from verifier.estimators.own.weights import Progress
from verifier.estimators.sessions import Session
from verifier.estimators.surprisal import smollm2

GRAPHS: Final = Path(__file__).parent.parent / "shipped"
BODY, NATS = "decoder.onnx", "nats.onnx"
EMBEDDING = "token_embd.weight"

TURN, TURNED = 100000.0, 64
"""The base of the angles by which places turn pairs of numbers, and how many numbers of a head they turn."""

Weights = Mapping[str, npt.NDArray[Any]]
Made = TypeVar("Made")

ROWS = 128
"""Tokens whose logits, 49,152 each, are held at a time."""


def load(context: int, progress: Progress = lambda stage, share: None, threads: int = 0) -> Decoder:
    """Return the decoder for texts of at most ``context`` tokens. Its weights are fetched once, and kept as it reads
    them. ``threads``: as many as are worth it where 0.

    Raises: PrmUnavailable, which says what to do.
    """
    return opened(progress, lambda weights, tokenizer: Decoder(weights, tokenizer, context, threads))


def opened(progress: Progress, make: Callable[[Weights, Any], Made]) -> Made:
    """Return what ``make`` makes of the language model's weights and its tokenizer, which are fetched once.

    Raises: PrmUnavailable, which says what to do.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    folder = smollm2.scoring(progress)
    try:
        return make(load_file(folder / smollm2.WEIGHTS), Tokenizer.from_file(str(folder / smollm2.TOKENIZER)))
    except (OSError, ValueError, KeyError, SafetensorError) as error:
        raise PrmUnavailable(f"{folder}: the language model cannot be read ({error!s:.300})") from error


class Embedding:
    """Tokens of text, and their numbers in the first layer. ``encode`` makes tokens of text."""

    def __init__(self, weights: Weights, tokenizer: Any, context: int) -> None:
        """Raises: KeyError where the weights are others."""
        self._tokenizer = tokenizer
        self.encode = encoding(tokenizer)
        self._rows, self._scales = weights[EMBEDDING], weights[f"{EMBEDDING}.scales"]
        half = TURNED // 2
        angles = np.arange(context)[:, None] * TURN ** -(np.arange(half) / half)
        self._turns = {"cosines": np.cos(angles).astype(np.float32), "sines": np.sin(angles).astype(np.float32)}

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the code points of each token of a text that is no half of a surrogate pair."""
        whole = text.encode("utf-8", "replace").decode("utf-8")
        return list(self._tokenizer.encode(whole, add_special_tokens=False).offsets)

    def run(self, layers: Any, ids: Ints, *names: str) -> list[Floats]:
        """Return outputs by name, T x W each, of a session of layers."""
        bits = self._rows[ids].astype(np.float32) - 128
        embedded = (bits * self._scales[ids][..., None]).reshape(1, len(ids), -1)
        total = len(ids)
        inputs = {"embedded": embedded, "last": np.array([total - 1], np.int32), "total": np.array(total, np.int32)}
        return [cast(Floats, found[0]) for found in layers.run(list(names), {**inputs, **self._turns})]


class Decoder(Embedding):
    """``states`` and ``nats`` say what the model makes of tokens."""

    def __init__(self, weights: Weights, tokenizer: Any, context: int, threads: int = 0) -> None:
        """Raises: OSError, ValueError, KeyError on other weights."""
        super().__init__(weights, tokenizer, context)
        head = {name: array for name, array in weights.items() if name.startswith(EMBEDDING)}
        body = {name: array for name, array in weights.items() if name not in head}
        self._body = Session(GRAPHS / BODY, body, threads)
        self._head = Session(GRAPHS / NATS, head, threads)

    def states(self, ids: Ints) -> Floats:
        """Return T x 576, the last states of T tokens."""
        return self.run(self._body, ids, "states")[0]

    def looked(self, ids: Ints, start: int = 1) -> tuple[list[float], Floats]:
        """Return what ``nats`` returns, and T x 576, the states in the middle of the model. Raises: as ``nats``."""
        states, middle = self.run(self._body, ids, "states", "middle")
        return self._nats(states, ids, start), middle

    def nats(self, ids: Ints, start: int = 1) -> list[float]:
        """Return what each token from ``start`` on costs, given those before it; 0 for earlier ones."""
        return self._nats(self.states(ids), ids, start)

    def _nats(self, states: Floats, ids: Ints, start: int) -> list[float]:
        found = [0.0] * start
        for at in range(start, len(ids), ROWS):
            following = ids[at : at + ROWS, None]
            piece = {"states": states[at - 1 : at - 1 + len(following)], "following": following}
            found += self._head.run(["nats"], piece)[0][:, 0].tolist()
        return found
