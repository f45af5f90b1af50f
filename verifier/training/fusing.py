"""Fitting the fusion: a logistic regression on labels that cost no annotation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from verifier.judging.evidence import evidence
from verifier.judging.fusion import TERMS, Fusion, odds, shares
from verifier.judging.judgement import JudgedChain
from verifier.training.examples import Target

Floats = npt.NDArray[np.float64]

SIGNS = {
    "model": 1,
    "all claims proved": 1,
    "claims refuted": -1,
    "conflicts with stated": -1,
    "ledger findings": -1,
    "rests on an error": -1,
}
"""Which way a term may move an estimate: a refuted claim makes no step likelier, whatever the data say."""


def fitted(
    judged: Sequence[JudgedChain],
    scores: Sequence[Sequence[float]],
    targets: Sequence[Sequence[Target]],
    weights: Sequence[float],
    fitted_on: str,
    penalty: float = 2.0,
) -> Fusion:
    """Return the fusion that makes the labels of the unsettled steps likeliest, up to each chain's first error.

    ``penalty``: of the squared coefficients, the constant's excepted. Fails: ValueError unless there are right and
    wrong steps.
    """
    rows, truth, worth = [], [], []
    for chain, values, known, weight in zip(judged, scores, targets, weights, strict=True):
        alive = True
        for step, share, target in zip(chain.steps, shares(values), known, strict=True):
            if alive and target is not None and step.correct is None and share is not None:
                rows.append((1.0, odds(share), *evidence(step)))
                truth.append(target)
                worth.append(weight)
            alive = alive and target is not None and target > 0.5
    x, y = np.array(rows, dtype=np.float64), np.array(truth, dtype=np.float64)
    if not rows or y.min() > 0.5 or y.max() < 0.5:
        raise ValueError("expected right and wrong steps that are not settled, to fit the fusion on")
    found = regression(x, y, np.array(worth), penalty)
    return Fusion({name: round(float(value), 4) for name, value in zip(TERMS, found, strict=True)}, fitted_on)


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
