"""Linear heads on the frozen language model, taught by people's labels of steps.

One is taught by all the files of labels, and one for each file by the others alone: that one is asked about problems of
the file, so what is measured on it is said by a head that never saw it (cross-fitting).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from verifier.chain import problem_hash
from verifier.estimators.own.layout import Floats

FILE: Final = "step_heads.safetensors"

FIGURES = ("constant", "nats", "doubt", "position")
"""What a head sees beside the states: 1, the logarithm of a step's nats, what the tuned layers doubt of it (log-odds),
and the logarithm of its place."""


def rows(nats: Sequence[float], doubts: Sequence[float], states: Floats) -> Floats:
    """Return what a head sees of S steps, S x (``FIGURES``, W). ``states``: S x W, averaged over each step."""
    told = [np.ones(len(nats)), np.log(np.array(nats) + 0.1), np.array(doubts), np.log1p(np.arange(len(nats)))]
    return np.column_stack([*told, states]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class StepHeads:
    """``weights``: (1 + F) x (``FIGURES``, W), the first row taught by all F files, row f by all but the f-th;
    ``problems``: hashes of the problems of the files, rising, and ``own``: for each the row of its file's head."""

    weights: Floats
    problems: npt.NDArray[np.uint32]
    own: npt.NDArray[np.uint8]

    def odds(self, problem: str, seen: Floats) -> Floats:
        """Return the log-odds that each of S steps is right where all before it is. ``seen``: as ``rows`` has it."""
        return np.asarray(seen @ self.weights[self.row(problem)], np.float32)

    def row(self, problem: str) -> int:
        """Return which head is asked about a problem: 0, or that which was taught without the problem's file."""
        at = int(np.searchsorted(self.problems, mark := hashed(problem)))
        return int(self.own[at]) if at < len(self.problems) and self.problems[at] == mark else 0


def hashed(problem: str) -> np.uint32:
    """Return 32 bits of a problem's hash."""
    return np.uint32(int(problem_hash(problem)[:8], 16))


def read(place: Path) -> StepHeads:
    """Return the heads of a file. Raises: OSError, ValueError where it is damaged."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        found = load(place.read_bytes())
        heads = StepHeads(found["weights"], found["problems"], found["own"])
    except (SafetensorError, KeyError) as error:
        raise ValueError(str(error)) from error
    fits = len(heads.problems) == len(heads.own) and heads.own.max(initial=0) < len(heads.weights)
    if heads.weights.ndim != 2 or not fits:
        raise ValueError("expected a head for each file of problems")
    return heads


def stored(heads: StepHeads) -> bytes:
    """Return the bytes of a file of heads."""
    from safetensors.numpy import save

    return bytes(save({"weights": heads.weights, "problems": heads.problems, "own": heads.own}))
