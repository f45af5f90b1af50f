"""The language model's first layers with what training added: what they doubt of steps, alone or beside the rest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from verifier.chain import Chain
from verifier.estimators.calibrate import CALIBRATION, Calibration
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.layout import Floats, Format, Window, windows
from verifier.estimators.own.steps import OwnModel
from verifier.estimators.own.weights import Progress
from verifier.estimators.sessions import Session
from verifier.estimators.surprisal import decoder, tuned
from verifier.estimators.surprisal.decoder import Embedding, Weights
from verifier.estimators.surprisal.tuned import Additions

CONTEXT = 2048
"""Tokens of a window: the model would take more, but attention costs the square."""


def laid_out(model: Embedding, context: int) -> Format:
    """Return how texts are laid out for the language model: each part closed by the end of a line."""
    return Format(model.encode, (), model.encode("\n")[-1], context)


def windows_of(chain: Chain, form: Format) -> list[Window]:
    """Return the windows in which the language model reads a chain."""
    told = Chain.of(f"Problem: {chain.problem}\nSolution:", [step.text.strip() for step in chain.steps], chain.id)
    return windows(told, form)


class TunedLayers:
    """The layers, over the tokens of an embedding."""

    def __init__(
        self, embedding: Embedding, additions: Additions, weights: Weights, graph: Path, threads: int = 0
    ) -> None:
        """``weights``: as ``additions.weights`` has them. Raises: OSError, RuntimeError on a graph of others."""
        self.additions = additions
        self._embedding, self._layers = embedding, Session(graph, weights, threads)

    def doubts(self, read: Sequence[Window], steps: int) -> list[float]:
        """Return, for each of a chain's steps, the log-odds that it is wrong where all before it is right."""
        states: list[list[Floats]] = [[] for _ in range(steps)]
        for window in read:
            [found] = self._embedding.run(self._layers, window.ids, "states")
            for step, place in window.told:
                states[step].append(found[place])
        return [self.additions.doubt(np.concatenate(parts)) for parts in states]


def load_folder(folder: Path, progress: Progress = lambda stage, share: None, threads: int = 0) -> TunedModel:
    """Return the model of additions that training put into ``folder``. Raises: PrmUnavailable."""
    if not (folder / tuned.FILE).is_file():
        raise PrmUnavailable(f"{folder}: expected a trained model with {tuned.FILE}", usage=True)
    try:
        additions, place = tuned.read(folder / tuned.FILE), folder / CALIBRATION
        calibration = Calibration.read(place) if place.is_file() else Calibration()
    except (OSError, ValueError) as error:
        raise PrmUnavailable(f"{folder}: the model is damaged ({error}); train it anew") from error

    def make(weights: Weights, tokenizer: Any) -> TunedModel:
        embedding = Embedding(weights, tokenizer, CONTEXT)
        layers = TunedLayers(embedding, additions, additions.weights(weights), folder / tuned.GRAPH, threads)
        return TunedModel(layers, laid_out(embedding, CONTEXT), calibration, folder)

    return decoder.opened(progress, make)


class TunedModel(OwnModel):
    """Scores chains by the layers alone, one by one: so a score depends on no other chain of the batch."""

    def __init__(self, layers: TunedLayers, form: Format, calibration: Calibration, folder: Path) -> None:
        super().__init__(folder, layers.additions.name, calibration)
        self._layers, self._format = layers, form

    def taught_by(self, problem: str) -> bool:
        """Return whether labels of this problem's chains may have taught the model."""
        return self._layers.additions.taught_by(problem)

    def raw(self, chain: Chain) -> list[float]:
        """Return, for each step, the probability that it is right where all before it is, before calibration."""
        doubts = self._layers.doubts(windows_of(chain, self._format), len(chain.steps))
        return [float(1 / (1 + np.exp(doubt))) for doubt in doubts]
