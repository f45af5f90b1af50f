"""Where the first error is: ProcessBench's accuracies, and MR-GSM8K's correlation."""

from __future__ import annotations

import math
from collections.abc import Sequence

from verifier.evaluation.items import Item
from verifier.evaluation.metrics.bootstrap import Floats, Metric, Section, array, harmonic, share
from verifier.judging.estimates.by_length import ByLength, likeliest


def processbench(items: Sequence[Item], threshold: float | ByLength, groups: Sequence[str]) -> Section:
    """Return ProcessBench's figures, over the chains whose first error is known.

    ``error_accuracy``: the share of wrong chains whose first error is named exactly; ``correct_accuracy``: the share of
    right chains in which no error is named; ``f1``: their harmonic mean, 0 when both are 0. ``threshold``: of scores,
    the first step below which is named, or thresholds by length, by which estimates name one. Source: ProcessBench
    (arXiv:2412.06559, section 3.3).
    """
    kept = [(item, group) for item, group in zip(items, groups, strict=True) if item.truth.first_error is not None]
    said = [named_by(i, threshold) if isinstance(threshold, ByLength) else i.first_error(threshold) for i, _ in kept]
    named = array([one == item.truth.first_error for one, (item, _) in zip(said, kept, strict=True)])
    right = array([item.truth.first_error == -1 for item, _ in kept])
    error, correct = share(named * (1 - right), 1 - right), share(named * right, right)
    return Section(
        "first error",
        tuple(group for _, group in kept),
        {"error_accuracy": error, "correct_accuracy": correct, "f1": harmonic(error, correct)},
        {"chains": len(kept), "wrong": int((1 - right).sum()), "right": int(right.sum())},
    )


def named_by(item: Item, lengths: ByLength) -> int:
    """Return the first step that is settled incorrect, else the one that estimates name by thresholds by length, as a
    judge does; -1 where there is none."""
    said = item.said
    if False in said.settled:
        return said.settled.index(False)
    if not said.scores or not lengths.accuses(item.truth.chain, said.scores[-1]):
        return -1
    nameable = [known is None and not checked for known, checked in zip(said.settled, said.checked, strict=True)]
    found = likeliest(said.scores, nameable)
    return -1 if found is None else found


def mr(items: Sequence[Item], threshold: float, groups: Sequence[str]) -> Section:
    """Return MR-GSM8K's figures, over the chains whose first error is known.

    ``mcc``: Matthews' correlation between "the chain is right" and "no error is named"; ``first_error_accuracy``: the
    share of wrong chains whose first error is named exactly. Source: MR-GSM8K (arXiv:2312.17080, section 4; the third
    part of its score, the reason of an error, needs a reader of prose and is not measured).
    """
    kept = [(item, group) for item, group in zip(items, groups, strict=True) if item.truth.first_error is not None]
    said = [item.first_error(threshold) for item, _ in kept]
    truth = array([item.truth.first_error == -1 for item, _ in kept])
    named = array([found == item.truth.first_error for found, (item, _) in zip(said, kept, strict=True)])
    return Section(
        "mr",
        tuple(group for _, group in kept),
        {
            "mcc": matthews(truth, array([found == -1 for found in said])),
            "first_error_accuracy": share(named * (1 - truth), 1 - truth),
        },
        {"chains": len(kept)},
    )


def matthews(truth: Floats, said: Floats) -> Metric:
    """Return Matthews' correlation coefficient of two columns of 0 and 1; 0 where either column is constant, as
    scikit-learn has it. Source: Matthews, Biochimica et Biophysica Acta 405 (1975)."""

    def metric(weights: Floats) -> float:
        tp, tn = float(weights @ (truth * said)), float(weights @ ((1 - truth) * (1 - said)))
        fp, fn = float(weights @ ((1 - truth) * said)), float(weights @ (truth * (1 - said)))
        under = math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
        if not weights.sum() > 0:
            return math.nan
        return (tp * tn - fp * fn) / under if under else 0.0

    return metric
