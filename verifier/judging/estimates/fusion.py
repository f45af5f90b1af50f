"""Fusion: a model's scores and the evidence about each step, to one estimate of each prefix.

A logistic model of a step's own share: how much the chain's probability of being right falls there. Its log-odds are a
weighted sum of the log-odds that the process reward model gives that share, and of the evidence; the coefficients are
few, stand in ``fusion.json`` beside the model, and can be printed. A step settled correct takes nothing away; what is
settled incorrect is overridden in ``verifier.judging.estimates.estimate``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from verifier import estimators
from verifier.judging.estimates.features import NAMES, evidence
from verifier.judging.judgements.judgement import JudgedStep

SHIPPED = Path(estimators.__file__).parent / "shipped"
FILE = "fusion.json"
TERMS = ("constant", "model", *NAMES)
LEAST = 1e-6
FLOOR = 1e-300
"""The least prefix score that is divided by: lower than any that a model gives, so long chains keep their shares."""


@dataclass(frozen=True, slots=True)
class Fusion:
    """The coefficients by the names of their terms, and what they were fitted on."""

    coefficients: Mapping[str, float]
    fitted_on: str = ""

    def __post_init__(self) -> None:
        if set(self.coefficients) != set(TERMS):
            raise ValueError(f"expected a coefficient for each of {', '.join(TERMS)}")

    def __call__(
        self, steps: Sequence[JudgedStep], scores: Sequence[float], after: Callable[[float], float] = float
    ) -> list[float | None]:
        """Return the fused probability of each prefix; None where the model gave no score (NaN). ``after``: a
        calibration of the share of each step. Raises: ValueError where the lengths differ."""
        return self.prefixes([step.correct for step in steps], [evidence(step) for step in steps], scores, after)

    def prefixes(
        self,
        correct: Sequence[bool | None],
        known: Sequence[Sequence[float]],
        scores: Sequence[float],
        after: Callable[[float], float] = float,
    ) -> list[float | None]:
        """Return what a call returns, from what is settled of each step and the evidence about it (S x ``NAMES``).

        Raises: ValueError where the lengths differ."""
        found: list[float | None] = []
        prefix: float | None = 1.0
        for settled, values, share in zip(correct, known, shares(scores), strict=True):
            if settled is None:
                prefix = None if prefix is None or share is None else prefix * after(self.weighed(values, share))
            found.append(prefix)
        return found

    def share(self, step: JudgedStep, model: float) -> float:
        """Return the probability that the step is right where all before is; ``model``: the model's."""
        return self.weighed(evidence(step), model)

    def weighed(self, known: Sequence[float], model: float) -> float:
        """Return the same from the evidence about the step."""
        values = (1.0, odds(model), *known)
        return logistic(sum(self.coefficients[term] * value for term, value in zip(TERMS, values, strict=True)))

    def to_json(self) -> dict[str, Any]:
        """Return the coefficients as JSON values."""
        return {"coefficients": dict(self.coefficients), "fitted_on": self.fitted_on}


def shares(scores: Sequence[float]) -> list[float | None]:
    """Return, from a model's prefix scores, what it says of each step alone: the share that the score falls to.

    None where a score is NaN."""
    found: list[float | None] = []
    least = 1.0
    for score in scores:
        found.append(None if math.isnan(score) else min(1 - LEAST, max(LEAST, score / max(least, FLOOR))))
        least = least if math.isnan(score) else min(least, score)
    return found


def odds(probability: float) -> float:
    """Return the log-odds, kept finite."""
    probability = min(max(probability, LEAST), 1 - LEAST)
    return math.log(probability / (1 - probability))


def logistic(value: float) -> float:
    """Return the probability of log-odds."""
    return 1 / (1 + math.exp(-value)) if value >= 0 else math.exp(value) / (1 + math.exp(value))


MODEL_ALONE = Fusion({term: float(term == "model") for term in TERMS}, "nothing: the model's scores as they are")


def fusion_of(model: object) -> Fusion:
    """Return the fusion that was fitted with a model (it stands in the model's folder), else the one that ships.

    Raises: OSError, ValueError where the file is damaged.
    """
    folder = getattr(model, "folder", None)
    own = isinstance(folder, Path) and (folder / FILE).is_file()
    return stored((folder if own and isinstance(folder, Path) else SHIPPED) / FILE)


@cache
def stored(place: Path) -> Fusion:
    """Return the fusion stored in a file. Raises: OSError, ValueError."""
    data = json.loads(place.read_text(encoding="utf-8"))
    return Fusion({str(name): float(value) for name, value in data["coefficients"].items()}, str(data["fitted_on"]))
