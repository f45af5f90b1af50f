"""What frozen models make of the steps of a chain: figures, and states in which more may stand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from verifier.chain import Chain
from verifier.estimators.own.layout import Floats
from verifier.estimators.surprisal.surprisal import SurprisalModel
from verifier.outputs import written
from verifier.training.data.equations import amount, equations
from verifier.training.data.perturbation_sites import sites

KINDS = ("given", "earlier", "computed", "new", "sign", "word")
"""Numbers of the problem, of an earlier step, results of equations of the step itself, and others; signs; the rest."""

FIGURES = (
    "nats",
    *(f"nats, {kind}" for kind in KINDS),
    *(f"tokens, {kind}" for kind in KINDS),
    "largest",
    "mean",
    "largest of numbers",
    "place",
    "characters",
)
"""The columns of ``figures``: all as logarithms."""

_SIGNS = frozenset("+-*/=<>^×÷·≤≥≈%")

Spans = Sequence[tuple[int, int]]


def figures(chain: Chain, nats: Sequence[Sequence[float]], spans: Sequence[Spans]) -> Floats:
    """Return S x ``FIGURES``. ``nats``, ``spans``: of each step, what each of its tokens costs, and its code points.

    A row depends on the problem and on the steps up to its own."""
    return np.array(list(_rows(chain, nats, spans)), dtype=np.float32)


def _rows(chain: Chain, nats: Sequence[Sequence[float]], spans: Sequence[Spans]) -> Iterator[list[float]]:
    given, earlier = _amounts(chain.problem), set[Fraction]()
    for step, costs, places in zip(chain.steps, nats, spans, strict=True):
        kinds = kinds_of(step.text, given, earlier)
        told = np.array([_of_token(kinds, place) for place in places], dtype=int)
        cost = np.array(costs, dtype=float)
        each = [cost[told == kind] for kind in range(len(KINDS))]
        numbers = np.concatenate(each[:4])
        yield [
            float(np.log(cost.sum() + 0.1)),
            *(float(np.log1p(one.sum())) for one in each),
            *(float(np.log1p(len(one))) for one in each),
            float(np.log1p(cost.max(initial=0.0))),
            float(np.log1p(cost.mean() if len(cost) else 0.0)),
            float(np.log1p(numbers.max(initial=0.0))),
            float(np.log1p(step.index)),
            float(np.log1p(len(step.text))),
        ]
        earlier |= _amounts(step.text)


def _of_token(kinds: Sequence[int], place: tuple[int, int]) -> int:
    """The kind of a token: of its first number or sign."""
    return next((kinds[at] for at in range(*place) if kinds[at] < len(KINDS) - 1), len(KINDS) - 1)


def kinds_of(text: str, given: set[Fraction], earlier: set[Fraction]) -> list[int]:
    """Return the kind of each code point of a step, as an index of ``KINDS``; ``given``, ``earlier``: known numbers."""
    found = [KINDS.index("sign" if mark in _SIGNS else "word") for mark in text]
    results = {one.result.start for one in equations(text)}
    for site in sites(text):
        if site.kind in ("number", "percent"):
            number = amount(site.text)
            kind = "computed" if site.start in results else "given" if number in given else "new"
            kind = "earlier" if kind == "new" and number in earlier else kind
            found[site.start : site.end] = [KINDS.index(kind)] * (site.end - site.start)
    return found


def _amounts(text: str) -> set[Fraction]:
    return {amount(site.text) for site in sites(text) if site.kind in ("number", "percent")}


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
