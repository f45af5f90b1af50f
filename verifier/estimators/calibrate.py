"""Calibration: probabilities made to mean what they say, and thresholds that keep a promise.

Every map here rises with what it maps, so it changes no ranking. A model of our own maps what it says of each step by
itself; the product of these never rises.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

CALIBRATION = "calibration.json"
"""The file of a model's folder that holds one."""

LEAST = 1e-6
BINS = 10

SCHEMA = 2
"""The version of a stored calibration: it maps what a model says of a step. Those of 1, which said none, mapped the
product of all so far."""

LEAN = 1e-3
"""The penalty of a calibration that changes the scores: so little that it tells only where the labels say nothing."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A map from scores to probabilities: the log-odds times ``slope`` plus ``shift``, or an isotonic staircase.

    ``knots`` and ``levels``: score and probability at the corners of the staircase, between which it is interpolated;
    empty where there is none. ``fitted_on``: what it was fitted on, ``steps``: on how many.
    """

    slope: float = 1.0
    shift: float = 0.0
    knots: tuple[float, ...] = ()
    levels: tuple[float, ...] = ()
    fitted_on: str = ""
    steps: int = 0

    def __call__(self, score: float) -> float:
        """Return the calibrated probability, inside (0, 1)."""
        if self.knots:
            found = float(np.interp(score, self.knots, self.levels))
        else:
            found = _logistic(self.slope * _odds(score) + self.shift)
        return min(max(found, LEAST), 1 - LEAST)

    def to_json(self) -> dict[str, Any]:
        """Return the calibration as JSON values."""
        return {
            "schema": SCHEMA,
            "slope": self.slope,
            "shift": self.shift,
            "knots": list(self.knots),
            "levels": list(self.levels),
            "fitted_on": self.fitted_on,
            "steps": self.steps,
        }

    @classmethod
    def read(cls, path: Path) -> Calibration:
        """Return the calibration stored in a file. Raises: OSError, ValueError."""
        return cls.of_json(json.loads(path.read_text(encoding="utf-8")), path)

    @classmethod
    def of_json(cls, data: Any, path: Path) -> Calibration:
        """Return the calibration that ``to_json`` gave; ``path``: where it stands. Raises: ValueError."""
        try:
            if data.get("schema") != SCHEMA:
                raise ValueError(f"{path}: not a calibration of version {SCHEMA}, so train or calibrate anew")
            made = cls(
                float(data["slope"]),
                float(data["shift"]),
                tuple(map(float, data["knots"])),
                tuple(map(float, data["levels"])),
                str(data["fitted_on"]),
                int(data["steps"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{path}: not a calibration ({error})") from error
        if made.slope <= 0 or list(made.knots) != sorted(made.knots) or list(made.levels) != sorted(made.levels):
            raise ValueError(f"{path}: not a calibration, since it does not rise")
        return made


def _odds(score: float) -> float:
    score = min(max(score, LEAST), 1 - LEAST)
    return math.log(score / (1 - score))


def _logistic(odds: float) -> float:
    return 1 / (1 + math.exp(-odds)) if odds >= 0 else math.exp(odds) / (1 + math.exp(odds))


def temperature(
    scores: Sequence[float],
    right: Sequence[bool],
    fitted_on: str = "",
    *,
    shift: bool = True,
    weights: Sequence[float] | None = None,
    towards: Calibration | None = None,
    lean: float = LEAN,
) -> Calibration:
    """Return the slope (one over the temperature) that makes the labels likeliest (Guo et al. 2017, arXiv:1706.04599),
    with ``shift`` the base rate too (Platt 1999).

    ``weights``: how much each label counts, one by default. ``towards``: the slope and shift that few labels leave as
    they are, by ``lean``, the precision of a normal prior around them; what changes nothing by default. By Newton's
    method on a convex loss. Raises: ValueError unless there are right and wrong steps (``towards`` needs none), and as
    many weights as scores.
    """
    truth = _both(scores, right) if towards is None else np.asarray(right, dtype=np.float64)
    worth = _worth(scores, weights)
    x = np.array([_odds(score) for score in scores])
    columns = np.stack([x, np.full(x.size, float(shift))], axis=1)
    start = np.array([1.0, 0.0] if towards is None else [towards.slope, towards.shift])

    def loss(found: npt.NDArray[np.float64]) -> float:
        told = columns @ found
        return float(worth @ (np.logaddexp(0, told) - truth * told) + lean * ((found - start) ** 2).sum() / 2)

    at = start
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(columns @ at, -50, 50)))
        gradient = columns.T @ (worth * (p - truth)) + lean * (at - start)
        hessian = (columns * (worth * p * (1 - p))[:, None]).T @ columns + lean * np.eye(2)
        step = np.linalg.solve(hessian, gradient)
        while loss(at - step) > loss(at) and float(np.abs(step).max()) > 1e-9:
            step = step / 2  # far from the least loss a whole step of Newton's may go beyond it, and back, for ever
        at = at - step
        if float(np.abs(step).max()) < 1e-9:
            break
    slope, level = map(float, at)
    return Calibration(max(slope, 1e-3), level, fitted_on=fitted_on, steps=len(scores))


def isotonic(
    scores: Sequence[float], right: Sequence[bool], fitted_on: str = "", *, weights: Sequence[float] | None = None
) -> Calibration:
    """Return the rising staircase nearest to the labels (pool adjacent violators; Zadrozny and Elkan 2002).

    ``weights``: how much each label counts, one by default. Raises: ValueError unless there are right and wrong steps,
    and as many weights as scores.
    """
    truth, worth = _both(scores, right), _worth(scores, weights)
    values = np.asarray(scores, dtype=np.float64)
    blocks: list[list[float]] = []  # weight, sum of labels, sum of scores
    levels_of, place = np.unique(values, return_inverse=True)
    sizes, sums = np.bincount(place, worth), np.bincount(place, worth * truth)
    for score, size, total in zip(levels_of[sizes > 0], sizes[sizes > 0], sums[sizes > 0], strict=True):
        blocks.append([float(size), float(total), float(score * size)])
        while len(blocks) > 1 and blocks[-2][1] * blocks[-1][0] >= blocks[-1][1] * blocks[-2][0]:
            top = blocks.pop()
            blocks[-1] = [a + b for a, b in zip(blocks[-1], top, strict=True)]
    knots = tuple(block[2] / block[0] for block in blocks)
    levels = tuple((block[1] + 0.5) / (block[0] + 1.0) for block in blocks)  # no corner says never or always
    return Calibration(knots=knots, levels=tuple(np.maximum.accumulate(levels)), fitted_on=fitted_on, steps=len(truth))


def _worth(scores: Sequence[float], weights: Sequence[float] | None) -> npt.NDArray[np.float64]:
    worth = np.ones(len(scores)) if weights is None else np.asarray(weights, dtype=np.float64)
    if worth.size != len(scores):
        raise ValueError(f"expected a weight for each of {len(scores)} scores, got {worth.size}")
    return worth


def _both(scores: Sequence[float], right: Sequence[bool]) -> npt.NDArray[np.float64]:
    truth = np.asarray(right, dtype=np.float64)
    if truth.size != len(scores) or not 0 < truth.sum() < truth.size:
        raise ValueError("expected right and wrong steps to calibrate on, a score for each")
    return truth


@dataclass(frozen=True, slots=True)
class Bin:
    """A bin of a reliability plot: how many scores, their mean, and the share that is right."""

    count: int
    score: float
    right: float


def reliability(scores: Sequence[float], right: Sequence[bool], bins: int = BINS) -> list[Bin]:
    """Return the bins of equal width that hold anything, from low to high."""
    values, truth = np.asarray(scores, dtype=np.float64), np.asarray(right, dtype=np.float64)
    place = np.minimum((values * bins).astype(int), bins - 1)
    held = [place == number for number in range(bins)]
    return [Bin(int(m.sum()), float(values[m].mean()), float(truth[m].mean())) for m in held if m.any()]


def expected_error(
    scores: Sequence[float], right: Sequence[bool], bins: int = BINS, *, weights: Sequence[float] | None = None
) -> float | None:
    """Return the expected calibration error (Naeini et al. 2015): the mean gap of the bins, by what they hold; None
    where there is no score. ``weights``: how much each counts, one by default. Raises: ValueError on another number of
    weights."""
    values, truth, worth = np.asarray(scores, dtype=np.float64), np.asarray(right, np.float64), _worth(scores, weights)
    total = float(worth.sum())
    place = np.minimum((values * bins).astype(int), bins - 1)
    gaps = np.bincount(place, worth * (values - truth), bins) if values.size else np.zeros(bins)
    return float(np.abs(gaps).sum()) / total if total else None


@dataclass(frozen=True, slots=True)
class Threshold:
    """A score below which a step is accused. ``rate``: of right ones that may be accused; ``right``: how many right
    ones it was chosen on."""

    value: float
    rate: float
    right: int

    @property
    def statement(self) -> str:
        """What holds, and on what assumption."""
        return (
            f"If the right chains to come are exchangeable with the {self.right} right ones that this was chosen on, "
            f"at most {self.rate:.1%} of them are accused (on average over such choices)."
        )


def conformal(lowest: Sequence[float], rate: float) -> Threshold:
    """Return the threshold that accuses at most a share ``rate`` of right chains (split conformal prediction: Vovk et
    al. 2005; Lei et al. 2018).

    ``lowest``: the lowest score of each right chain of a calibration set, on which nothing else was fitted. A chain is
    accused where a step scores strictly less. Raises: ValueError on a rate that is not between 0 and 1; where the
    chains are too few for the rate, the threshold is 0 and nobody is accused.
    """
    if not 0 < rate < 1:
        raise ValueError(f"expected a rate between 0 and 1, got {rate}")
    ordered = sorted(lowest)
    rank = math.floor(rate * (len(ordered) + 1))
    return Threshold(ordered[rank - 1] if rank else 0.0, rate, len(ordered))
