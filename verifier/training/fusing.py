"""Fitting the fusion: a logistic regression on labels that cost no annotation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from verifier.judging.evidence import evidence
from verifier.judging.fusion import TERMS, Fusion, odds, shares
from verifier.judging.judgement import JudgedChain
from verifier.training.credit import ROUNDS, credited
from verifier.training.examples import Target

Floats = npt.NDArray[np.float64]

FITTED_ON = "planted and settled errors, and final answers of chains that models wrote"
"""What the fusion is fitted on by default."""

SIGNS = {
    "model": 1,
    "all claims proved": 1,
    "claims proved": 1,
    "claims refuted": -1,
    "claims unknown": -1,
    "not entailed": -1,
    "conflicts with stated": -1,
    "rounded": -1,
    "no claim read": -1,
    "unread share": -1,
    "ledger findings": -1,
    "rests on an error": -1,
}
"""Which way a term may move an estimate: a proof makes no step unlikelier; a refutation, a doubt or what was not read
makes none likelier, whatever the data say. Planted errors are unlike those that models make, and say so of some."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A chain that teaches. ``correct``, ``known``: what is settled of each step and the evidence about it; ``scores``:
    the model's, of prefixes; ``targets``: what is known of prefixes; ``weight``: how much it counts."""

    correct: tuple[bool | None, ...]
    known: tuple[tuple[float, ...], ...]
    scores: tuple[float, ...]
    targets: tuple[Target, ...]
    weight: float = 1.0

    def shares(self, fusion: Fusion) -> list[float | None]:
        """Return what is believed of each step alone: 0 and 1 where it is settled. Fails: never."""
        return [
            float(settled) if settled is not None else None if share is None else fusion.weighed(values, share)
            for settled, values, share in zip(self.correct, self.known, shares(self.scores), strict=True)
        ]


def lesson(judged: JudgedChain, scores: Sequence[float], targets: Sequence[Target], weight: float = 1.0) -> Lesson:
    """Return what a judged chain teaches. Fails: never."""
    known = tuple(evidence(step) for step in judged.steps)
    return Lesson(tuple(step.correct for step in judged.steps), known, tuple(scores), tuple(targets), weight)


def evenly(*groups: Sequence[Lesson]) -> list[Lesson]:
    """Return the lessons of all groups, weighed so that every group that holds any counts as much as the first.

    *Fails:* never.
    """
    totals = [sum(one.weight for one in group) for group in groups]
    most = next((total for total in totals if total), 1.0)
    return [
        replace(one, weight=one.weight * most / total)
        for group, total in zip(groups, totals, strict=True)
        for one in group
    ]


def fitted(lessons: Sequence[Lesson], fitted_on: str, penalty: float = 2.0) -> Fusion:
    """Return the fusion that makes what is known of the lessons likeliest, by their steps that are not settled.

    Where no more is known than that some step is wrong, blame is shared out by what is believed so far (``credit``).
    ``penalty``: of the squared coefficients, the constant's excepted. Fails: ValueError unless there are right and
    wrong steps.
    """
    found = Fusion({term: float(term == "model") for term in TERMS}, fitted_on)
    for _ in range(ROUNDS):
        x, y, worth = _rows(lessons, found)
        values = regression(x, y, worth, penalty)
        before = [found.coefficients[term] for term in TERMS]
        found = Fusion(dict(zip(TERMS, map(float, values), strict=True)), fitted_on)
        if np.abs(values - before).max() < 1e-4:
            break
    return Fusion({term: round(value, 4) for term, value in found.coefficients.items()}, fitted_on)


def levelled(fusion: Fusion, lessons: Sequence[Lesson]) -> Fusion:
    """Return the fusion with another constant: steps are said to be wrong as often as those of the lessons are.

    Final answers of one model's chains tell which steps are to blame, and how often that model errs; planted errors are
    weighed as errors at a fixed rate. Fails: ValueError unless there are right and wrong steps.
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
        raise ValueError("expected right and wrong steps that are not settled, to fit the fusion on")
    return np.array(rows), np.array(truth), np.array(worth)


def regression(x: Floats, y: Floats, weights: Floats, penalty: float) -> Floats:
    """Return the coefficients of a logistic regression, with the signs that ``SIGNS`` asks for.

    Newton's method; a coefficient that ends on the wrong side is held at 0 and the rest fitted anew. Fails: never.
    """
    free = np.ones(x.shape[1], dtype=bool)
    signs = np.array([SIGNS.get(name, 0) for name in TERMS])
    while True:
        found = np.zeros(x.shape[1])
        found[free] = _newton(x[:, free], y, weights, penalty * np.array([name != "constant" for name in TERMS])[free])
        wrong = free & (found * signs < 0)
        if not wrong.any():
            return found
        free &= ~wrong


def _newton(x: Floats, y: Floats, weights: Floats, penalty: Floats) -> Floats:
    found = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        gradient = x.T @ (weights * (p - y)) + penalty * found
        hessian = (x * (weights * np.maximum(p * (1 - p), 1e-6))[:, None]).T @ x + np.diag(penalty + 1e-9)
        step = np.linalg.solve(hessian, gradient)
        found = found - step
        if np.abs(step).max() < 1e-8:
            break
    return found
