"""What frozen models make of the steps of a chain: figures, and states in which more may stand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from verifier.chain import Chain
from verifier.estimators.own.layout import Floats
from verifier.estimators.surprisal.surprisal import SurprisalModel
from verifier.outputs import written
from verifier.training.heads.token_kinds import FIGURES, figures

PLACE, LENGTH = "place", "characters"
"""Figures that every kind of model has, and that a head must beat."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a frozen model makes of a chain of S steps: ``figures``, S x F, the first of which is what the model says by
    itself, higher the likelier a step is wrong; ``states``: S x W, averaged over a step."""

    figures: Floats
    states: Floats


@dataclass(frozen=True, slots=True)
class Frozen:
    """A frozen model: its name, the names of its figures, and what it makes of a chain."""

    name: str
    figures: tuple[str, ...]
    see: Callable[[Chain], Seen]


def frozen(model: SurprisalModel) -> Frozen:
    """Return what the default model gives a head."""
    return Frozen(model.name, FIGURES, lambda chain: _surprised(model, chain))


def _surprised(model: SurprisalModel, chain: Chain) -> Seen:
    looks = model.looked(chain)
    nats = [one.nats for one in looks]
    spans = [[*one.spans, *[(0, 0)] * len(one.nats)][: len(one.nats)] for one in looks]
    means = [one.states.mean(axis=0) for one in looks]
    return Seen(figures(chain, nats, spans), np.array(means, np.float32))


def seen(model: Frozen, chains: Sequence[Chain], keep: Path, tick: Callable[[], None] = lambda: None) -> Iterator[Seen]:
    """Yield what a model makes of each chain, kept in the folder ``keep``, a file a chain. Raises: OSError."""
    keep.mkdir(parents=True, exist_ok=True)
    for chain in chains:
        place = keep / f"{_key(model, chain)}.npz"
        if place.exists():
            with np.load(place) as stored:
                yield Seen(stored["figures"].astype(np.float32), stored["states"].astype(np.float32))
        else:
            found = model.see(chain)
            with written(place) as stream:
                np.savez(stream, figures=found.figures, states=found.states.astype(np.float16))
            yield Seen(found.figures, found.states.astype(np.float16).astype(np.float32))
        tick()


def _key(model: Frozen, chain: Chain) -> str:
    told = [model.name, model.figures, chain.problem, [step.text for step in chain.steps]]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]
