"""How right the steps are called: ranking (AUC), macro-F1, and PRMBench's score with its parts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from verifier.evaluation.items import Item
from verifier.evaluation.metrics.bootstrap import Floats, Metric, Section, array


def _labelled(items: Sequence[Item]) -> Iterator[tuple[int, int, bool]]:
    """Every step with a label: its chain, its index, its label."""
    for number, item in enumerate(items):
        for index, label in enumerate(item.truth.labels):
            if label is not None:
                yield number, index, label


def ranking(items: Sequence[Item], groups: Sequence[str]) -> Section:
    """Return ``auc``: the chance that a right step is scored above a wrong one, ties counting half.

    Over the labelled steps that have a score; ``scored`` says how many of the labelled ones do. Source: Hanley and
    McNeil, Radiology 143 (1982).
    """
    rows = list(_labelled(items))
    kept = [(n, label, score) for n, i, label in rows if (score := items[n].said.scores[i]) is not None]
    return Section(
        "ranking",
        tuple(groups),
        {"auc": auc([n for n, _, _ in kept], array([y for _, y, _ in kept]), array([s for _, _, s in kept]))},
        {"steps": len(rows), "scored": len(kept)},
    )


def auc(owner: Sequence[int], labels: Floats, scores: Floats) -> Metric:
    """Return the area under the ROC curve of steps, each weighted as its chain ``owner``."""
    chain, (distinct, place) = np.array(owner, dtype=np.intp), np.unique(scores, return_inverse=True)

    def metric(weights: Floats) -> float:
        mine = weights[chain]
        right = np.bincount(place, mine * labels, len(distinct))
        wrong = np.bincount(place, mine * (1 - labels), len(distinct))
        pairs = right.sum() * wrong.sum()
        below = np.cumsum(wrong) - wrong / 2
        return float(right @ below / pairs) if pairs > 0 else math.nan

    return metric


def calls(items: Sequence[Item], threshold: float, groups: Sequence[str]) -> Section:
    """Return the figures of calling each labelled step right or wrong at ``threshold``.

    ``f1_right``, ``f1_wrong``: F1 of the right and of the wrong steps, pooled; ``macro_f1``: their plain mean, which is
    PRMBench's PRMScore (arXiv:2501.03124, section 3.4, both weights one half); ``accuracy``; ``first_error_recall``:
    the share of first wrong steps that are called wrong. A step of which nothing is said counts as called right.
    """
    rows = list(_labelled(items))
    owner = np.array([n for n, _, _ in rows], dtype=np.intp)
    truth = array([label for _, _, label in rows])
    said = array([not items[n].is_wrong(i, threshold) for n, i, _ in rows])
    first = array([items[n].truth.first_error == i for n, i, _ in rows])

    def pooled(of: Floats) -> Metric:
        return lambda weights: float(weights[owner] @ of)

    right, wrong = (
        _f1(pooled(truth * said), pooled(truth), pooled(said)),
        _f1(pooled((1 - truth) * (1 - said)), pooled(1 - truth), pooled(1 - said)),
    )
    return Section(
        "steps",
        tuple(groups),
        {
            "f1_right": right,
            "f1_wrong": wrong,
            "macro_f1": lambda weights: (right(weights) + wrong(weights)) / 2,
            "accuracy": _ratio(pooled(truth * said + (1 - truth) * (1 - said)), pooled(np.ones(len(rows)))),
            "first_error_recall": _ratio(pooled(first * (1 - said)), pooled(first)),
        },
        {"steps": len(rows), "right": int(truth.sum()), "wrong": int((1 - truth).sum())},
    )


def _f1(both: Metric, truth: Metric, said: Metric) -> Metric:
    """F1 = 2·both / (truth + said); 0 where nothing is said rightly, undefined where nothing is there."""
    return _ratio(lambda weights: 2 * both(weights), lambda weights: truth(weights) + said(weights))


def _ratio(part: Metric, whole: Metric) -> Metric:
    def metric(weights: Floats) -> float:
        total = whole(weights)
        return part(weights) / total if total > 0 else math.nan

    return metric


def prmbench(items: Sequence[Item], threshold: float, groups: Sequence[str]) -> list[Section]:
    """Return PRMBench's parts: ``calls`` for each kind of planted error and each family of kinds, where chains name
    theirs. Source: PRMBench (arXiv:2501.03124, section 3)."""
    found = []
    for what in ("family", "error_type"):
        names = sorted({name for item in items if (name := getattr(item.truth, what)) is not None})
        for name in names:
            kept = [n for n, item in enumerate(items) if getattr(item.truth, what) == name]
            part = calls([items[n] for n in kept], threshold, [groups[n] for n in kept])
            found.append(Section(f"{what}: {name}", part.groups, part.metrics, part.counts))
    return found
