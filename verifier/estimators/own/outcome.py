"""An outcome model of our own: one probability that a solution comes to the right answer, from the frozen encoder.

A logistic regression on what a frozen encoder makes of the solution; ``verifier train --outcome`` fits it on
final answers. Attention is block-causal, so one pass scores every prefix as if the solution ended there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from verifier.chain import Chain
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own import weights
from verifier.estimators.own.encoder import CARD, Encoder, frozen
from verifier.estimators.own.layout import Floats, windows

OUTCOME = "outcome.safetensors"
CLOSEST = 1e-6


def features(states: Floats, shape: Floats) -> Floats:
    """Return S x (2W + F): for each prefix the state at its last separator, the mean of its steps' mean states, and the
    shape of its last step; from S x 2W states and S x F shapes."""
    width = states.shape[1] // 2
    counts = np.arange(1, len(states) + 1, dtype=np.float32)[:, None]
    means = np.cumsum(states[:, width:], axis=0) / counts
    return np.concatenate([states[:, :width], means, shape], axis=1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class OwnOutcomeModel:
    """Scores each prefix as a solution. ``weights``: 2W + F; the last score of a chain is the solution's own."""

    name: str
    folder: Path
    encoder: Encoder
    weights: Floats
    bias: float

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return, for each step, the probability that a solution which ends there is right."""
        return [self._scores(chain) for chain in chains]

    def outcome(self, problem: str, steps: Sequence[str]) -> float:
        """Return the probability that a solution is right."""
        return self._scores(Chain.of(problem, steps))[-1]

    def _scores(self, chain: Chain) -> list[float]:
        states, shapes, owners = [], [], list[int]()
        for window in windows(chain, self.encoder.form):
            fresh = np.array(window.fresh)
            states.append(self.encoder.states(window)[fresh])
            shapes.append(window.shape[fresh])
            owners += [step for step, new in zip(window.steps, window.fresh, strict=True) if new]
        odds = features(np.concatenate(states), np.concatenate(shapes)) @ self.weights + self.bias
        last = dict(zip(owners, 1 / (1 + np.exp(-np.clip(odds, -30, 30))), strict=True))  # of a step in parts, the last
        return [min(max(float(last[step.index]), CLOSEST), 1 - CLOSEST) for step in chain.steps]


def load_outcome(folder: Path, progress: weights.Progress = lambda stage, share: None) -> OwnOutcomeModel:
    """Return the outcome model that training put into ``folder``. Raises: PrmUnavailable."""
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
        if (found := weights.digest(folder / OUTCOME)) != card["sha256"]:
            raise ValueError(f"the sha256 of {OUTCOME} is {found:.12}..., expected {card['sha256']:.12}...")
        arrays = load_file(folder / OUTCOME)
        return OwnOutcomeModel(str(card["name"]), folder, frozen(progress), arrays["weights"], float(arrays["bias"][0]))
    except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
        raise PrmUnavailable(f"{folder}: the outcome model is damaged ({error}); train it anew") from error
