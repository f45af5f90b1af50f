"""How well scores part the right from the wrong."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def auc(scores: Sequence[float], right: Sequence[bool]) -> float | None:
    """Return the probability that a right one scores higher than a wrong one, ties counting half (Mann and Whitney
    1947); None where there are not both. Raises: ValueError where the lengths differ."""
    values, truth = np.asarray(scores, dtype=np.float64), np.asarray(right, dtype=bool)
    if values.shape != truth.shape:
        raise ValueError(f"expected as many scores as labels, got {values.size} and {truth.size}")
    good, bad = int(truth.sum()), int((~truth).sum())
    if not good or not bad:
        return None
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    return float((ranks[truth].sum() - good * (good + 1) / 2) / (good * bad))
