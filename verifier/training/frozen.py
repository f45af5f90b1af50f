"""Training the head alone: the encoder runs once over the data, through onnxruntime, and what it makes is kept.

So an epoch costs almost nothing, on two cores too. The states are kept in the run's folder as they come, and a killed
run goes on from them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from verifier.estimators.own.encoder import Encoder
from verifier.estimators.own.layout import Floats
from verifier.outputs import written
from verifier.training.fit import Item

BLOCK = 250
"""Items of a file."""


def with_states(
    model: Encoder, items: Sequence[Item], folder: Path, tick: Callable[[int, int], None] = lambda done, all: None
) -> list[Item]:
    """Return the items with what the encoder of ``model`` makes of them. Raises: OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    found: list[Item] = []
    for at in range(0, len(items), BLOCK):
        block = items[at : at + BLOCK]
        states = _block(model, block, folder / f"states-{_name(block)}.npz")
        found += [replace(item, states=array) for item, array in zip(block, states, strict=True)]
        tick(len(found), len(items))
    return found


def _block(model: Encoder, items: Sequence[Item], place: Path) -> list[Floats]:
    if place.exists():
        with np.load(place) as stored:
            joined, ends = stored["states"].astype(np.float32), np.cumsum(stored["lengths"])[:-1]
        return list(np.split(joined, ends))
    states = [model.states(item.window) for item in items]
    with written(place) as stream:
        np.savez(stream, states=np.concatenate(states).astype(np.float16), lengths=[len(array) for array in states])
    return [array.astype(np.float16).astype(np.float32) for array in states]


def _name(items: Sequence[Item]) -> str:
    digest = hashlib.sha256()
    for item in items:
        digest.update(item.window.ids.tobytes())
    return digest.hexdigest()[:16]
