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
from verifier.judging.estimates.features import NAMES, OF_TRANSLATIONS, evidence
from verifier.judging.estimates.fitted import in_folder
from verifier.judging.judgements.judgement import JudgedStep

SHIPPED = Path(estimators.__file__).parent / "shipped"
FILE = "fusion.json"
OF_TRANSLATIONS_FILE = "translations.json"
TERMS = ("constant", "model", *NAMES)
WITH_TRANSLATIONS = (*TERMS, *OF_TRANSLATIONS)
LEAST = 1e-6
FLOOR = 1e-300
"""The least prefix score that is divided by: lower than any that a model gives, so long chains keep their shares."""


@dataclass(frozen=True, slots=True)
class After:
    """What is done to fused estimates: ``share`` maps what is believed of each step, ``prefix`` the product of these,
    which errors that do not strike at one rate leave wrong. Both rise; nothing by default."""

    share: Callable[[float], float] = float
    prefix: Callable[[float], float] = float


@dataclass(frozen=True, slots=True)
class Fusion:
    """The coefficients by the names of their terms, and what they were fitted on. All those of what
    translations say may be left out: they are 0 then."""

    coefficients: Mapping[str, float]
    fitted_on: str = ""

    def __post_init__(self) -> None:
        if set(self.coefficients) not in (set(TERMS), set(WITH_TRANSLATIONS)):
            raise ValueError(f"expected a coefficient for each of {', '.join(TERMS)}")

    def __call__(
        self, steps: Sequence[JudgedStep], scores: Sequence[float], after: After | None = None
    ) -> list[float | None]:
        """Return the fused probability of each prefix; None where the model gave no score (NaN). ``after``: a
        calibration. Raises: ValueError where the lengths differ."""
        return self.prefixes([step.correct for step in steps], [evidence(step) for step in steps], scores, after)

    def prefixes(
        self,
        correct: Sequence[bool | None],
        known: Sequence[Sequence[float]],
        scores: Sequence[float],
        after: After | None = None,
    ) -> list[float | None]:
        """Return what a call returns, from what is settled of each step and the evidence about it: S x ``NAMES``,
        or, of a chain that was judged by translations as well, S x (``NAMES``, ``OF_TRANSLATIONS``).

        Raises: ValueError where the lengths differ."""
        believed = [
            None if share is None else self.weighed(values, share)
            for values, share in zip(known, shares(scores), strict=True)
        ]
        return multiplied(correct, believed, after or After())

    def share(self, step: JudgedStep, model: float) -> float:
        """Return the probability that the step is right where all before is; ``model``: the model's."""
        return self.weighed(evidence(step), model)

    def weighed(self, known: Sequence[float], model: float) -> float:
        """Return the same from the evidence about the step."""
        values = (1.0, odds(model), *known)
        return logistic(sum(weight * value for weight, value in zip(self.weights(len(values)), values, strict=True)))

    def weights(self, count: int) -> tuple[float, ...]:
        """Return the coefficients of the first ``count`` of ``WITH_TRANSLATIONS``: of ``TERMS``, or of them all.

        Raises: ValueError on another number of terms."""
        if count not in (len(TERMS), len(WITH_TRANSLATIONS)):
            raise ValueError(f"expected {len(TERMS)} or {len(WITH_TRANSLATIONS)} terms, got {count}")
        return tuple(self.coefficients.get(term, 0.0) for term in WITH_TRANSLATIONS[:count])

    def to_json(self) -> dict[str, Any]:
        """Return the coefficients as JSON values."""
        return {"coefficients": dict(self.coefficients), "fitted_on": self.fitted_on}


def multiplied(correct: Sequence[bool | None], believed: Sequence[float | None], after: After) -> list[float | None]:
    """Return the probability of each prefix from what is believed of each step by itself; what is settled of a step
    leaves the prefix as it was. None from the first step on of which nothing is believed. Raises: ValueError where the
    lengths differ."""
    found: list[float | None] = []
    product, prefix = 1.0, 1.0
    whole = True
    for settled, share in zip(correct, believed, strict=True):
        if settled is None and share is None:
            whole = False
        elif settled is None and share is not None and whole:
            product *= after.share(share)
            prefix = after.prefix(product)
        found.append(prefix if whole else None)
    return found


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
    return stored(_of(model, FILE))


def with_translations(fusion: Fusion, model: object) -> Fusion:
    """Return a fusion with weights of what translations say: its own, else those in the model's folder, else those that
    ship. What it makes of chains without translations stays the same.

    Raises: OSError, ValueError where the file is damaged.
    """
    if len(fusion.coefficients) > len(TERMS):
        return fusion
    return Fusion(
        {**fusion.coefficients, **weights_of_translations(_of(model, OF_TRANSLATIONS_FILE))}, fusion.fitted_on
    )


@cache
def weights_of_translations(place: Path) -> Mapping[str, float]:
    """Return the weights stored in a file, by ``OF_TRANSLATIONS``. Raises: OSError, ValueError."""
    try:
        found = json.loads(place.read_text(encoding="utf-8"))["weights"]
        return {name: float(found[name]) for name in OF_TRANSLATIONS}
    except (KeyError, TypeError) as error:
        raise ValueError(f"{place}: expected a weight for each of {', '.join(OF_TRANSLATIONS)}") from error


def _of(model: object, name: str) -> Path:
    """The file of a model's folder, else the one that ships."""
    return in_folder(model, name) or SHIPPED / name


@cache
def stored(place: Path) -> Fusion:
    """Return the fusion stored in a file. Raises: OSError, ValueError."""
    data = json.loads(place.read_text(encoding="utf-8"))
    return Fusion({str(name): float(value) for name, value in data["coefficients"].items()}, str(data["fitted_on"]))
