"""What exact verdicts cover, and how right they are."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from verifier.evaluation.items import Item
from verifier.evaluation.metrics.bootstrap import Floats, Metric, Section, array


def coverage(items: Sequence[Item], groups: Sequence[str]) -> Section:
    """Return the coverage and the precision of settled and checked steps.

    Coverage: the share of all steps that are settled correct, settled incorrect, or checked (every claim proved, not
    settled). Precision: of those with a label, the share that the label agrees with (right for settled correct and
    checked, wrong for settled incorrect). ``wrong_found``: the share of wrong-labelled steps that are settled
    incorrect. Coverage and precision as in selective classification (El-Yaniv and Wiener, JMLR 11, 2010).
    """
    steps = [(n, i) for n, item in enumerate(items) for i in range(len(item.said.settled))]
    owner = np.array([n for n, _ in steps], dtype=np.intp)
    right = array([items[n].truth.labels[i] is True for n, i in steps])
    wrong = array([items[n].truth.labels[i] is False for n, i in steps])
    kinds = {
        "settled_correct": (array([items[n].said.settled[i] is True for n, i in steps]), right),
        "settled_incorrect": (array([items[n].said.settled[i] is False for n, i in steps]), wrong),
        "checked": (array([items[n].said.checked[i] for n, i in steps]), right),
    }

    def shares(part: Floats, whole: Floats) -> Metric:
        def metric(weights: Floats) -> float:
            total = float(weights[owner] @ whole)
            return float(weights[owner] @ part) / total if total > 0 else math.nan

        return metric

    metrics: dict[str, Metric] = {}
    counts = {"steps": len(steps)}
    for name, (mask, agreed) in kinds.items():
        metrics[f"{name}_coverage"] = shares(mask, np.ones(len(steps)))
        metrics[f"{name}_precision"] = shares(mask * agreed, mask * (right + wrong))
        counts |= {name: int(mask.sum()), f"{name}_labelled": int((mask * (right + wrong)).sum())}
    metrics["wrong_found"] = shares(wrong * kinds["settled_incorrect"][0], wrong)
    return Section("exact", tuple(groups), metrics, counts)
