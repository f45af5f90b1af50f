"""A linear head on what a frozen model gives of each step, taught by what is known of prefixes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from verifier.estimators.own.layout import Floats
from verifier.training.data.credit_assignment import credited
from verifier.training.data.examples import Example
from verifier.training.fusing import signed
from verifier.training.heads.frozen import Seen

NOTHING = "expected right and wrong steps to teach a head"

Doubles = npt.NDArray[np.float64]

ROUNDS = 4
"""How often blame is shared out anew where a final answer tells no more than that some step is wrong."""

PENALTY = 4.0
"""Of squared weights, for a thousand steps: more steps count no more against it than these."""

SCALE = 0.5
"""How far the parts of states are spread, where figures are spread by 1: of many parts, each says little."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a head sees: figures by name, and how many principal parts of the states."""

    figures: tuple[str, ...]
    parts: int


@dataclass(frozen=True, slots=True)
class Taught:
    """A chain that teaches: what is seen of it, what is known of it, and how much each of its steps counts."""

    seen: Seen
    example: Example
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Head:
    """Log-odds that a step is wrong where all before it is right: ``weights`` (F + W) of figures and states, and a
    constant."""

    columns: tuple[int, ...]
    weights: Floats
    constant: float

    def __call__(self, seen: Seen) -> Floats:
        """Return them for S steps."""
        told = np.hstack([seen.figures[:, list(self.columns)], seen.states])
        return np.asarray(told @ self.weights + self.constant, dtype=np.float32)


def fitted(taught: Sequence[Taught], shape: Shape, names: Sequence[str]) -> Head:
    """Return the head that makes what is known likeliest, right and wrong steps counting as much in all.

    ``names``: of the figures. Raises: ValueError unless there are right and wrong steps, or on a figure that is none.
    """
    if not taught:
        raise ValueError(NOTHING)
    columns = tuple(names.index(one) for one in shape.figures)
    figures = np.concatenate([one.seen.figures[:, list(columns)] for one in taught]).astype(float)
    states = np.concatenate([one.seen.states for one in taught]).astype(float)
    turn = turned(figures, states, shape.parts)
    rows = np.hstack([np.ones((len(figures), 1)), (np.hstack([figures, states]) - turn.middle) @ turn.matrix])
    found: Doubles | None = None
    for _ in range(ROUNDS if any(None in one.example.targets for one in taught) else 1):
        found = _fit(rows, taught, found)
    assert found is not None
    weights = turn.matrix @ found[1:]
    return Head(columns, weights.astype(np.float32), float(found[0] - turn.middle @ weights))


@dataclass(frozen=True, slots=True)
class Turn:
    """How figures and states become the few numbers that are fitted: ``(values - middle) @ matrix``."""

    middle: Doubles
    matrix: Doubles


def turned(figures: Doubles, states: Doubles, parts: int) -> Turn:
    """Return how figures (N x F) and states (N x W) become F + ``parts`` numbers: the figures spread alike, and the
    principal parts of the states, the greatest first."""
    middle = np.hstack([figures, states]).mean(axis=0)
    spread = figures.std(axis=0) + 1e-6
    matrix = np.zeros((len(middle), len(spread) + parts))
    matrix[: len(spread), : len(spread)] = np.diag(1 / spread)
    if parts:
        scaled = states.std(axis=0) + 1e-6
        values, vectors = np.linalg.eigh(np.cov((states - states.mean(axis=0)) / scaled, rowvar=False))
        most = np.argsort(-values)[:parts]
        matrix[len(spread) :, len(spread) :] = vectors[:, most] / scaled[:, None] / np.sqrt(values[most]) * SCALE
    return Turn(middle, matrix)


def _fit(rows: Doubles, taught: Sequence[Taught], believed: Doubles | None) -> Doubles:
    """Weights of a logistic regression; blame is shared out by those that were ``believed``."""
    right = np.full(len(rows), 0.5) if believed is None else 1 / (1 + np.exp(np.clip(rows @ believed, -30, 30)))
    masses, at = [], 0
    for one in taught:
        length = len(one.example.targets)
        told = credited(right[at : at + length].tolist(), one.example.targets)
        masses.append(np.array(told) * one.weight * one.example.weight)
        at += length
    mass = np.concatenate(masses)
    totals = mass.sum(axis=0)
    if not totals.all():
        raise ValueError(NOTHING)
    mass = mass / totals * len(rows) / 2
    used = mass.sum(axis=1) > 0
    x = np.concatenate([rows[used], rows[used]])
    y = np.concatenate([np.zeros(used.sum()), np.ones(used.sum())])
    worth = np.concatenate([mass[used, 0], mass[used, 1]]) * min(1.0, 1000 / len(rows))
    penalties = PENALTY * np.array([0.0, *[1.0] * (rows.shape[1] - 1)])
    free = np.ones(rows.shape[1], dtype=bool)
    return np.asarray(signed(x, y, worth, penalties, free, np.zeros(rows.shape[1], dtype=int)))
