"""The threshold below which a score calls a step wrong: chosen on one part of the data, used on another."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from verifier.evaluation.items import Item
from verifier.evaluation.metrics.bootstrap import Floats

DEFAULT = 0.5


def parts(items: Sequence[Item], source: str, seed: int) -> tuple[list[Item], list[Item]]:
    """Return the items to choose on and the items to measure on.

    ``source``: the name of a subset, which is then left out of what is measured (ProcessBench chooses on its GSM8K
    part, arXiv:2412.06559, section 4), or a share such as ``30%`` of the problems, drawn by a hash of each problem with
    the seed: all chains of a problem go to the same part. Raises: ValueError, which says what was expected.
    """
    if source.endswith("%"):
        share = float(source[:-1]) / 100 if source[:-1].replace(".", "", 1).isdigit() else math.nan
        if not 0 < share < 1:
            raise ValueError(f"expected a share between 0% and 100% to choose the threshold on, got {source!r}")
        chosen = {item.truth.problem for item in items if _draw(item.truth.problem, seed) < share}
        picked = [item.truth.problem in chosen for item in items]
    else:
        picked = [item.truth.subset == source for item in items]
        if not any(picked):
            names = ", ".join(sorted({item.truth.subset for item in items}))
            raise ValueError(f"expected a subset to choose the threshold on ({names}) or a share like 30%: {source!r}")
    if all(picked) or not any(picked):
        raise ValueError(f"expected more chains than those of {source!r}, on which the threshold is chosen")
    return [i for i, p in zip(items, picked, strict=True) if p], [
        i for i, p in zip(items, picked, strict=True) if not p
    ]


def _draw(problem: str, seed: int) -> float:
    digest = hashlib.sha256(f"{seed}\n{problem}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def best(items: Sequence[Item]) -> float:
    """Return the threshold with the highest ProcessBench F1 on these items, where they name first errors of right and
    of wrong chains; else with the highest macro-F1 of steps. Exact over all thresholds; of equally good ones, the
    middle of the lowest range. Raises: ValueError where no step has both a score and a label.
    """
    right = [range_ for item in items if item.truth.first_error == -1 and (range_ := _named(item))]
    wrong = [range_ for item in items if item.truth.first_error not in (-1, None) and (range_ := _named(item))]
    scores = sorted({s for item in items for s in item.said.scores if s is not None})
    if not scores:
        raise ValueError("expected scores to choose a threshold among, got none")
    cuts = _cuts(scores)
    known = [item.truth.first_error for item in items if item.truth.first_error is not None]
    n_right = sum(error == -1 for error in known)
    if n_right and n_right < len(known):
        acc = _inside(right, cuts) / n_right, _inside(wrong, cuts) / (len(known) - n_right)
        total = acc[0] + acc[1]
        values = np.where(total > 0, 2 * acc[0] * acc[1] / np.where(total > 0, total, 1), 0.0)
    else:
        values = _macro_f1(items, cuts)
    return cuts[int(np.argmax(values))]


def _cuts(scores: Sequence[float]) -> list[float]:
    """One threshold in each gap between neighbouring scores, and one on either side of all."""
    between = [(a + b) / 2 for a, b in pairwise(scores)]
    return [
        scores[0],
        *(max(cut, np.nextafter(a, b)) for cut, (a, b) in zip(between, pairwise(scores), strict=True)),
        float(np.nextafter(scores[-1], math.inf)),
    ]


def _named(item: Item) -> tuple[float, float] | None:
    """The thresholds (low, high] at which the item's first error is named exactly."""
    error, high = item.truth.first_error, math.inf
    for index, (settled, score) in enumerate(zip(item.said.settled, item.said.scores, strict=True)):
        value = math.inf if settled or (settled is None and score is None) else -math.inf
        value = score if settled is None and score is not None else value
        if index == error:
            return (value, high) if value < high else None
        high = min(high, value)
    return (-math.inf, high) if error == -1 and high > -math.inf else None


def _inside(ranges: Sequence[tuple[float, float]], cuts: Sequence[float]) -> Floats:
    """How many of the ranges (low, high] hold each cut."""
    lows, highs = np.sort([low for low, _ in ranges]), np.sort([high for _, high in ranges])
    return (np.searchsorted(lows, cuts, "left") - np.searchsorted(highs, cuts, "left")).astype(np.float64)


def _steps(items: Sequence[Item]) -> Iterator[tuple[float, bool]]:
    """What each labelled step is called by: its score, or what no threshold moves; and its label."""
    for item in items:
        for label, settled, score in zip(item.truth.labels, item.said.settled, item.said.scores, strict=True):
            if label is not None:
                fixed = math.inf if settled or settled is None else -math.inf
                yield (score if settled is None and score is not None else fixed), label


def _macro_f1(items: Sequence[Item], cuts: Sequence[float]) -> Floats:
    rows = list(_steps(items))
    if not rows:
        raise ValueError("expected labelled steps to choose a threshold on, got none")
    right, wrong = (np.sort([value for value, label in rows if label is kind]) for kind in (True, False))
    missed, caught = np.searchsorted(right, cuts, "left"), np.searchsorted(wrong, cuts, "left")
    kept = len(right) - missed
    f1_right = 2 * kept / np.maximum(1, len(right) + kept + len(wrong) - caught)
    f1_wrong = 2 * caught / np.maximum(1, len(wrong) + caught + missed)
    return np.asarray((f1_right + f1_wrong) / 2, dtype=np.float64)
