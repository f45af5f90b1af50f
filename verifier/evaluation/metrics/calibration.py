"""Whether a score of 0.8 is right in 80 of 100 cases: ECE, Brier, reliability."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from verifier.evaluation.items import Item
from verifier.evaluation.metrics.bootstrap import Floats, Metric, Section, array

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Steps whose score lies in [low, high), or [low, high] for the last: how many, their mean score, share right."""

    low: float
    high: float
    steps: int
    score: float | None
    right: float | None


def _scored(items: Sequence[Item]) -> list[tuple[int, bool, float]]:
    return [
        (number, label, score)
        for number, item in enumerate(items)
        for label, score in zip(item.truth.labels, item.said.scores, strict=True)
        if label is not None and score is not None
    ]


def are_probabilities(items: Sequence[Item]) -> bool:
    """Return whether every score lies in 0..1, without which there is no calibration."""
    return all(0 <= score <= 1 for item in items for score in item.said.scores if score is not None)


def calibration(items: Sequence[Item], groups: Sequence[str], bins: int = BINS) -> Section:
    """Return how well scores are probabilities, over the labelled steps that have one.

    ``ece``: the mean over bins of equal width of |share right - mean score|, weighted by the steps in each (Naeini et
    al., AAAI 2015; Guo et al., arXiv:1706.04599); ``brier``: the mean of (score - label)² (Brier, Monthly Weather
    Review 78, 1950).
    """
    rows = _scored(items)
    owner = np.array([n for n, _, _ in rows], dtype=np.intp)
    labels, scores = array([y for _, y, _ in rows]), array([s for _, _, s in rows])
    return Section(
        "calibration",
        tuple(groups),
        {"ece": _ece(owner, labels, scores, bins), "brier": _brier(owner, (scores - labels) ** 2)},
        {"steps": len(rows)},
    )


def _places(scores: Floats, bins: int) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
    return np.minimum((scores * bins).astype(np.intp), bins - 1)


def _ece(owner: np.ndarray[tuple[int, ...], np.dtype[np.intp]], labels: Floats, scores: Floats, bins: int) -> Metric:
    place = _places(scores, bins)

    def metric(weights: Floats) -> float:
        mine = weights[owner]
        total = float(mine.sum())
        gaps = np.bincount(place, mine * (labels - scores), bins)
        return float(np.abs(gaps).sum()) / total if total > 0 else math.nan

    return metric


def _brier(owner: np.ndarray[tuple[int, ...], np.dtype[np.intp]], squares: Floats) -> Metric:
    def metric(weights: Floats) -> float:
        mine = weights[owner]
        total = float(mine.sum())
        return float(mine @ squares) / total if total > 0 else math.nan

    return metric


def reliability(items: Sequence[Item], bins: int = BINS) -> list[Bin]:
    """Return the bins of a reliability diagram (DeGroot and Fienberg, The Statistician 32, 1983)."""
    rows = _scored(items)
    labels, scores = array([y for _, y, _ in rows]), array([s for _, _, s in rows])
    place = _places(scores, bins)
    found = []
    for number in range(bins):
        inside = place == number
        count = int(inside.sum())
        score, right = (float(scores[inside].mean()), float(labels[inside].mean())) if count else (None, None)
        found.append(Bin(number / bins, (number + 1) / bins, count, score, right))
    return found
