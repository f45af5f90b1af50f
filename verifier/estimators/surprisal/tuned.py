"""Low-rank additions to the first layers of the language model (Hu et al. 2021, arXiv:2106.09685), and what reads a
doubt of each step from the states that these then give: taught by people's labels of steps, ``verifier train`` makes
them (``verifier.training.additions``).

A file holds them in eight bits, with the problems that taught them, so that nobody measures on these unawares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from verifier.estimators.own.layout import Floats
from verifier.estimators.surprisal.quantized import blocks, floats
from verifier.estimators.surprisal.step_heads import hashed

FILE: Final = "tuned.safetensors"
GRAPH: Final = "tuned.onnx"
CARD: Final = "card.json"
NORM: Final = "output_norm.weight"

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Additions:
    """What is added to the matrices of the first ``layers`` layers, and read from the states after them.

    ``pairs``: by the matrix's name in GGUF, (R x K, N x R), whose product is added to the N x K matrix; ``readout``:
    2W, for a step's last state and the mean of its states; ``bias``: of that; ``problems``: hashes of those that
    taught them, rising; ``name``: of the model that they are alone.
    """

    pairs: Mapping[str, tuple[Floats, Floats]]
    readout: Floats
    bias: float
    problems: npt.NDArray[np.uint32]
    name: str = "tuned"

    @property
    def layers(self) -> int:
        """How many layers there are."""
        return 1 + max(int(name.split(".")[1]) for name in self.pairs)

    def taught_by(self, problem: str) -> bool:
        """Return whether labels of this problem's chains may have taught them (by 32 bits of its hash)."""
        at = int(np.searchsorted(self.problems, mark := hashed(problem)))
        return at < len(self.problems) and bool(self.problems[at] == mark)

    def doubt(self, states: Floats) -> float:
        """Return the log-odds that a step is wrong where all before it is right, from its N x W states."""
        seen = np.concatenate([states[-1], states.mean(axis=0)])
        return float(seen @ self.readout) + self.bias

    def weights(self, weights: Mapping[str, Array]) -> dict[str, Array]:
        """Return the weights of the first layers with what is added, in eight bits as ``quantized`` has them."""
        first = tuple(f"blk.{layer}." for layer in range(self.layers))
        found = {name: array for name, array in weights.items() if name.startswith(first) or name == NORM}
        for name, (a, b) in self.pairs.items():
            found |= blocks(name, floats(name, weights) + b @ a)
        return found


def read(place: Path) -> Additions:
    """Return the additions of a file. Raises: OSError, ValueError where it is damaged."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        found = load(place.read_bytes())
        names = [name.removesuffix(".a") for name in found if name.endswith(".a")]
        pairs = {name: (_whole(found, f"{name}.a"), _whole(found, f"{name}.b").T.copy()) for name in names}
        readout = found["readout"]
        return Additions(pairs, readout[:-1], float(readout[-1]), found["problems"], bytes(found["name"]).decode())
    except (SafetensorError, KeyError) as error:
        raise ValueError(str(error)) from error


def stored(additions: Additions) -> bytes:
    """Return the bytes of a file of additions: each row of R numbers in eight bits, with a scale."""
    from safetensors.numpy import save

    found: dict[str, Array] = {"problems": additions.problems}
    found["name"] = np.frombuffer(additions.name.encode(), np.uint8)
    found["readout"] = np.append(additions.readout, additions.bias).astype(np.float32)
    for name, (a, b) in additions.pairs.items():
        for part, rows in (("a", a), ("b", b.T)):
            scales = np.maximum(np.abs(rows).max(axis=1), 1e-12).astype(np.float32) / 127
            found[f"{name}.{part}"] = np.ascontiguousarray(np.rint(rows / scales[:, None]), np.int8)
            found[f"{name}.{part}.scales"] = scales
    return bytes(save(found))


def _whole(found: Mapping[str, Array], name: str) -> Floats:
    return np.asarray(found[name] * found[f"{name}.scales"][:, None], np.float32)
