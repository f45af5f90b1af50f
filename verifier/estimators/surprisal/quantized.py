"""The weights of a GGUF file as products of onnxruntime take them, eight bits a weight, and its tokenizer.

A weight is ``(bits - zero) * scale``, with a scale and a zero for each 32 weights of a row. Blocks of Q8_0 are that
already. Those of Q4_1, ``d * bits + m``, keep their sixteen levels; ``m`` moves by at most a 34th of their distance.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from verifier.estimators.model import PrmUnavailable

BLOCK = 32
LEVEL = 17
"""What one of sixteen levels becomes among 256."""

MIDDLE = 128
"""The zero of eight bits where none is given."""

Array = npt.NDArray[Any]


def read(file: Path) -> tuple[dict[str, Array], str]:
    """Return the weights by name and the tokenizer as JSON. A matrix (N x K) is ``NAME``, N x K / 32 x 32 of eight
    bits, with ``NAME.scales`` and, where it is not 128, ``NAME.zeros``, N x K / 32.

    Raises: PrmUnavailable without gguf; OSError, ValueError, KeyError where the file is another.
    """
    try:
        from gguf import GGUFReader
    except ImportError as error:
        raise PrmUnavailable(f"this needs gguf: pip install gguf ({error})") from error
    reader = GGUFReader(file)
    found: dict[str, Array] = {}
    for tensor in reader.tensors:
        found |= _matrix(tensor.name, tensor.tensor_type.name, np.asarray(tensor.data))
    words, merges = (reader.fields[f"tokenizer.ggml.{name}"].contents() for name in ("tokens", "merges"))
    return found, _tokenizer(words, merges)


def _matrix(name: str, kind: str, data: Array) -> dict[str, Array]:
    if kind == "F32":
        return {name: np.ascontiguousarray(data, np.float32)}
    if kind not in ("Q4_1", "Q8_0"):
        raise ValueError(f"{name}: expected F32, Q4_1 or Q8_0, got {kind}")
    rows = len(data)
    bits, scales, zeros = _four(data) if kind == "Q4_1" else _eight(data)
    found = {name: bits.reshape(rows, -1, BLOCK), f"{name}.scales": scales.reshape(rows, -1)}
    return found if zeros is None else {**found, f"{name}.zeros": zeros.reshape(rows, -1)}


def _four(data: Array) -> tuple[Array, Array, Array | None]:
    """Blocks of 20 bytes: ``d`` and ``m`` of 16 bits each, then the first halves of the bytes, then the others."""
    blocks = np.ascontiguousarray(data).reshape(-1, 4 + BLOCK // 2)
    d, m = (blocks[:, at : at + 2].copy().view(np.float16).astype(np.float32)[:, 0] for at in (0, 2))
    bits = np.concatenate([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], axis=1) * np.uint8(LEVEL)
    scales = d / LEVEL
    zeros = np.rint(-m / np.where(scales == 0, 1, scales))
    if zeros.min() < 0 or zeros.max() > 255:
        raise ValueError("expected blocks whose weights lie on both sides of 0")
    return bits, scales, zeros.astype(np.uint8)


def _eight(data: Array) -> tuple[Array, Array, Array | None]:
    """Blocks of 34 bytes: ``d`` of 16 bits, then whole numbers from -128 to 127."""
    blocks = np.ascontiguousarray(data).reshape(-1, 2 + BLOCK)
    bits = (blocks[:, 2:].copy().view(np.int8).astype(np.int16) + MIDDLE).astype(np.uint8)
    return bits, blocks[:, :2].copy().view(np.float16).astype(np.float32)[:, 0], None


def _tokenizer(words: list[str], merges: list[str]) -> str:
    """A byte-level BPE. Its control tokens are no part of it: text that spells one is text."""
    from tokenizers import Tokenizer
    from tokenizers.models import BPE
    from tokenizers.pre_tokenizers import ByteLevel

    pairs = [(left, right) for left, _, right in (merge.partition(" ") for merge in merges)]
    made = Tokenizer(BPE(vocab={word: number for number, word in enumerate(words)}, merges=pairs))
    made.pre_tokenizer = ByteLevel(add_prefix_space=False)
    return str(made.to_str())


def floats(name: str, weights: Mapping[str, Array]) -> npt.NDArray[np.float32]:
    """Return a matrix (N x K) of weights of eight bits as numbers. Raises: KeyError where it is not there."""
    bits, scales = weights[name], weights[f"{name}.scales"]
    found = bits.astype(np.float32)
    found -= weights[f"{name}.zeros"][..., None] if f"{name}.zeros" in weights else np.float32(MIDDLE)
    found *= scales[..., None]
    return found.reshape(len(bits), -1)


def blocks(name: str, matrix: npt.NDArray[np.float32]) -> dict[str, Array]:
    """Return an N x K matrix in eight bits, as ``read`` does: 256 levels from the least to the most of a block, with
    zero among them."""
    parts = matrix.reshape(len(matrix), -1, BLOCK)
    low, high = np.minimum(parts.min(axis=2), 0), np.maximum(parts.max(axis=2), 0)
    scales = np.where(high > low, (high - low) / 255, 1).astype(np.float32)
    zeros = np.clip(np.rint(-low / scales), 0, 255)
    bits = parts / scales[..., None]
    bits += zeros[..., None]
    np.clip(np.rint(bits, out=bits), 0, 255, out=bits)
    return {name: bits.astype(np.uint8), f"{name}.scales": scales, f"{name}.zeros": zeros.astype(np.uint8)}
