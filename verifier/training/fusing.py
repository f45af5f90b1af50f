"""Fitting the fusion: a logistic regression on labels that cost no annotation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from verifier.estimators.calibrate import Calibration
from verifier.judging.estimates.fusion import TERMS, Fusion, odds, shares
from verifier.training.data.credit_assignment import ROUNDS, credited
from verifier.training.data.examples import Target

Floats = npt.NDArray[np.float64]

FITTED_ON = "planted and settled errors, and final answers of chains that models wrote"
"""What the fusion is fitted on by default."""

NOTHING = "expected right and wrong steps that are not settled, to fit the fusion on"

SIGNS = {
    "model": 1,
    "claims refuted": -1,
    "conflicts with stated": -1,
    "rounded": -1,
    "ledger findings": -1,
    "position": 0,
}
"""Which terms may move an estimate, and which way (0: either): what is found wrong makes no step likelier, whatever the
data say. Where in a chain errors strike is another thing in every data set, and is learnt from that.

All others are held at 0. What was proved, left open or not read tells the kind of a chain rather than its faults: all
claims are proved in 88 of 100 steps that the fusion learns from, and in 13 of those of an olympiad. And planted errors
are written where exact means see them, which those of models seldom are.
"""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A chain that teaches. ``correct``, ``known``: what is settled of each step and the evidence about it; ``scores``:
    the model's, of prefixes; ``targets``: what is known of prefixes; ``weight``: how much it counts; ``checked``:
    whether all claims of each step are proved."""

    correct: tuple[bool | None, ...]
    known: tuple[tuple[float, ...], ...]
    scores: tuple[float, ...]
    targets: tuple[Target, ...]
    weight: float = 1.0
    checked: tuple[bool, ...] = ()

    def shares(self, fusion: Fusion) -> list[float | None]:
        """Return what is believed of each step alone: 0 and 1 where it is settled."""
        return [
            float(settled) if settled is not None else None if share is None else fusion.weighed(values, share)
            for settled, values, share in zip(self.correct, self.known, shares(self.scores), strict=True)
        ]


def evenly(*groups: Sequence[Lesson]) -> list[list[Lesson]]:
    """Return the groups with their lessons weighed so that every group that holds any counts as much as the first."""
    totals = [sum(one.weight for one in group) for group in groups]
    most = next((total for total in totals if total), 1.0)
    return [
        [replace(one, weight=one.weight * most / total) for one in group]
        for group, total in zip(groups, totals, strict=True)
    ]


def fitted(lessons: Sequence[Lesson], fitted_on: str, penalty: float = 2.0, *, others: Sequence[Lesson] = ()) -> Fusion:
    """Return the fusion that makes what is known of the lessons likeliest, by their steps that are not settled.

    Where no more is known than that some step is wrong, blame is shared out by what is believed so far (``credit``).
    ``others``: lessons of another kind of chain. They count as much, and have a constant of their own, which is not
    returned: they err more or less often, and what merely tells one kind from the other is no evidence.
    ``penalty``: of the squared coefficients, the constants' excepted. Raises: ValueError unless there are right and
    wrong steps.
    """
    groups = [group for group in evenly(lessons, others) if group]
    start = Fusion({term: float(term == "model") for term in TERMS}, fitted_on)
    found = [start for _ in groups]
    for _ in range(ROUNDS):
        before = found
        found = _round(groups, before, penalty)
        change = (abs(a.coefficients[t] - b.coefficients[t]) for a, b in zip(found, before, strict=True) for t in TERMS)
        if max(change, default=0.0) < 1e-4:
            break
    if not found:
        raise ValueError(NOTHING)
    return Fusion({term: round(value, 4) for term, value in found[0].coefficients.items()}, fitted_on)


def _round(groups: Sequence[Sequence[Lesson]], believed: Sequence[Fusion], penalty: float) -> list[Fusion]:
    """Fusions of one fit, which differ in their constants alone; blame is shared out by those that were believed."""
    rows = [_rows(group, fusion) for group, fusion in zip(groups, believed, strict=True)]
    own = [
        np.repeat(np.eye(len(groups))[number : number + 1, 1:], len(x), axis=0) for number, (x, _, _) in enumerate(rows)
    ]
    x = np.concatenate([np.hstack([values, more]) for (values, _, _), more in zip(rows, own, strict=True)])
    y, worth = (np.concatenate([row[part] for row in rows]) for part in (1, 2))
    values = regression(x, y, worth, penalty)
    known = dict(zip(TERMS, map(float, values), strict=False))
    steps = [0.0, *map(float, values[len(TERMS) :])]
    return [Fusion({**known, "constant": known["constant"] + step}, believed[0].fitted_on) for step in steps]


def alone(lessons: Sequence[Lesson], others: Sequence[Lesson], fitted_on: str) -> Calibration:
    """Return the calibration of the model by itself, without evidence: as ``fitted``, and ``levelled`` by ``lessons``.

    Raises: ValueError unless there are right and wrong steps.
    """
    bare, more = ([_bare(one) for one in group] for group in (lessons, others))
    found = levelled(fitted(bare, fitted_on, 0.01, others=more), bare).coefficients
    steps = sum(len(one.correct) for one in (*lessons, *others))
    return Calibration(found["model"], found["constant"], fitted_on=fitted_on, steps=steps)


def _bare(one: Lesson) -> Lesson:
    return replace(one, correct=(None,) * len(one.correct), known=tuple((0.0,) * len(known) for known in one.known))


def levelled(fusion: Fusion, lessons: Sequence[Lesson]) -> Fusion:
    """Return the fusion with another constant: steps are said to be wrong as often as those of the lessons are.

    Final answers of one model's chains tell which steps are to blame, and how often that model errs; planted errors are
    weighed as errors at a fixed rate. Raises: ValueError unless there are right and wrong steps.
    """
    x, y, worth = _rows(lessons, fusion)
    told = x @ np.array([fusion.coefficients[term] for term in TERMS])
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        above = worth @ (1 / (1 + np.exp(-(told + middle))) - y) > 0
        low, high = (low, middle) if above else (middle, high)
    constant = round(fusion.coefficients["constant"] + low, 4)
    return Fusion({**fusion.coefficients, "constant": constant}, fusion.fitted_on)


def _rows(lessons: Sequence[Lesson], fusion: Fusion) -> tuple[Floats, Floats, Floats]:
    """Terms, truth and weight of each step that is not settled, twice where it may be either."""
    rows: list[tuple[float, ...]] = []
    truth, worth = [], []
    for one in lessons:
        believed = one.shares(fusion)
        credit = credited([0.5 if share is None else share for share in believed], one.targets)
        for settled, known, share, told in zip(one.correct, one.known, shares(one.scores), credit, strict=True):
            for label, mass in zip((1.0, 0.0), told, strict=True):
                if settled is None and share is not None and mass > 0:
                    rows.append((1.0, odds(share), *known))
                    truth.append(label)
                    worth.append(mass * one.weight)
    if not rows or min(truth) > 0.5 or max(truth) < 0.5:
        raise ValueError(NOTHING)
    return np.array(rows), np.array(truth), np.array(worth)


def regression(x: Floats, y: Floats, weights: Floats, penalty: float) -> Floats:
    """Return the coefficients of a logistic regression, with the signs that ``SIGNS`` asks for.

    ``x``: N x ``TERMS``, and further constants.
    """
    names = [*TERMS, *["constant"] * (x.shape[1] - len(TERMS))]
    free = np.array([name == "constant" or name in SIGNS for name in names])
    signs = np.array([SIGNS.get(name, 0) for name in names])
    return signed(x, y, weights, penalty * np.array([name != "constant" for name in names]), free, signs)


def signed(
    x: Floats,
    y: Floats,
    weights: Floats,
    penalties: Floats,
    free: npt.NDArray[np.bool_],
    signs: npt.NDArray[np.int_],
    beside: Floats | float = 0.0,
) -> Floats:
    """Return the coefficients of a logistic regression by Newton's method: 0 of terms that are not ``free``, and of
    those that would end on another side than their sign (0: either), without which the rest is fitted anew.

    ``beside``: log-odds of each row that stand beside the terms, as they are."""
    while True:
        found = np.zeros(x.shape[1])
        found[free] = _newton(x[:, free], y, weights, penalties[free], beside)
        wrong = free & (found * signs < 0)
        if not wrong.any():
            return found
        free &= ~wrong


def _newton(x: Floats, y: Floats, weights: Floats, penalty: Floats, beside: Floats | float) -> Floats:
    found = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ found + beside, -30, 30)))
        gradient = x.T @ (weights * (p - y)) + penalty * found
        hessian = (x * (weights * np.maximum(p * (1 - p), 1e-6))[:, None]).T @ x + np.diag(penalty + 1e-9)
        step = np.linalg.solve(hessian, gradient)
        found = found - step
        if np.abs(step).max() < 1e-8:
            break
    return found
