"""All figures of one system over labelled chains, by subset, as plain values that a table or JSON shows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from verifier.evaluation.items import Item, Said
from verifier.evaluation.metrics import calibration as cal
from verifier.evaluation.metrics import threshold as thresholds
from verifier.evaluation.metrics.bootstrap import Figure, Floats, Metric, Section, array, figures, mean
from verifier.evaluation.metrics.first_error import mr, processbench
from verifier.evaluation.metrics.selection import best_of_n
from verifier.evaluation.metrics.steps import calls, prmbench, ranking
from verifier.judging.estimates.votes import Votes


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


def fused(
    scores: Sequence[float | None], settled: Sequence[bool | None], bottom: float = 0.0, top: float = 1.0
) -> tuple[float | None, ...]:
    """Return scores with exact verdicts laid over them, one a step.

    From a step settled incorrect on, no score is above ``bottom``: the chain is wrong there, whatever comes later. A
    step settled correct does not lower the score: it keeps at least the one before it (``top`` at the start). A missing
    score stays missing unless a verdict gives one.
    """
    before: float | None = top
    broken, found = False, list[float | None]()
    for score, verdict in zip(scores, settled, strict=True):
        broken = broken or verdict is False
        if broken:
            score = bottom if score is None else min(score, bottom)
        elif verdict and before is not None:
            score = before if score is None else max(score, before)
        before = score
        found.append(score)
    return tuple(found)


def pair(ours: Sequence[Item], other: Sequence[Said]) -> tuple[list[Item], list[Item]]:
    """Return the items as the other system scores them, before and after our verdicts.

    Before, nothing is settled. After, our settled steps count as settled too. Where the scores are no probabilities,
    the lowest and the highest of them stand for 0 and 1.
    """
    scores = [score for said in other for score in said.scores if score is not None]
    bottom, top = min([0.0, *scores]), max([1.0, *scores])
    before = [Item(item.truth, said) for item, said in zip(ours, other, strict=True)]
    after = []
    for item, said in zip(ours, other, strict=True):
        laid = fused(said.scores, item.said.settled, bottom, top)
        after.append(Item(item.truth, Said(said.id, laid, item.said.settled, item.said.checked)))
    return before, after


SIZES = (2, 4, 8, 16)
PROCESSBENCH, EXACT, ALL = "first error", "exact", "all"


@dataclass(frozen=True, slots=True)
class MeasureSettings:
    """How to measure. ``threshold_from``: a subset or a share such as ``30%``; ``by``: what is drawn as one in the
    bootstrap, ``chain`` or ``problem``; ``sizes``: the Ns of best-of-N; ``votes``: what votes are worth by the scores.
    """

    threshold: float = thresholds.DEFAULT
    threshold_from: str | None = None
    draws: int = 1000
    by: str = "problem"
    seed: int = 0
    bins: int = cal.BINS
    sizes: tuple[int, ...] = SIZES
    votes: Votes | None = None


Drawn = Mapping[str, tuple[Section, Mapping[str, Figure]]]
"""Sections by their names, each with its figures."""


def evaluate(items: Sequence[Item], plan: MeasureSettings) -> dict[str, Any]:
    """Return every figure that these items allow, for each subset and, where there are several, for all together.

    ``average`` is the plain mean of the subsets' figures of first errors, as ProcessBench's tables have it. Raises:
    ValueError where the threshold cannot be chosen as planned.
    """
    chosen, kept = _split(items, plan)
    at = thresholds.best(chosen) if chosen else plan.threshold
    drawn = {name: (part, _drawn(part, at, plan)) for name, part in _subsets(kept).items()}
    found: dict[str, Any] = {name: _shown(part, figures, plan) for name, (part, figures) in drawn.items()}
    apart = [found[PROCESSBENCH][1] for name, (_, found) in drawn.items() if name != ALL and PROCESSBENCH in found]
    if len(apart) > 1:
        average = {name: mean([figures[name] for figures in apart]).as_json() for name in apart[0]}
        found["average"] = {PROCESSBENCH: {"counts": {"subsets": len(apart)}, **average}}
    return {**_head(plan, at, chosen), "subsets": found}


def compare(items: Sequence[Item], other: Sequence[Said], plan: MeasureSettings) -> dict[str, Any]:
    """Return the figures of another system's scores before and after our exact verdicts are laid over them, and the
    difference, drawn on the same resampled data sets (the paired bootstrap: Efron and Tibshirani 1993, chapter 8).

    The threshold, where one is chosen, is chosen on the scores before, and used on both. Raises: ValueError, as
    ``evaluate``.
    """
    before, after = pair(items, other)
    chosen, kept = _split(before, plan)
    at = thresholds.best(chosen) if chosen else plan.threshold
    ids = {item.truth.id for item in kept}
    later = {item.truth.id: item for item in after if item.truth.id in ids}
    found = {}
    for name, part in _subsets(kept).items():
        both = _drawn(part, at, plan), _drawn([later[item.truth.id] for item in part], at, plan)
        found[name] = {title: _beside(both[0][title][1], both[1][title][1]) for title in both[0] if title != EXACT}
    return {**_head(plan, at, chosen), "subsets": found}


def _beside(before: Mapping[str, Figure], after: Mapping[str, Figure]) -> dict[str, Any]:
    return {
        name: {
            "before": figure.as_json(),
            "after": after[name].as_json(),
            "difference": (after[name] - figure).as_json(),
        }
        for name, figure in before.items()
    }


def _split(items: Sequence[Item], plan: MeasureSettings) -> tuple[list[Item], list[Item]]:
    if plan.threshold_from is None:
        return [], list(items)
    return thresholds.parts(items, plan.threshold_from, plan.seed)


def _head(plan: MeasureSettings, at: float, chosen: Sequence[Item]) -> dict[str, Any]:
    how = {"draws": plan.draws, "by": plan.by, "seed": plan.seed}
    found = {"chosen_on": plan.threshold_from, "chains": len(chosen)} if chosen else {}
    return {"schema": 1, "threshold": {"value": round(at, 6), **found}, "bootstrap": how}


def _subsets(items: Sequence[Item]) -> dict[str, list[Item]]:
    names = sorted({item.truth.subset for item in items})
    found = {name: [item for item in items if item.truth.subset == name] for name in names}
    return found | ({ALL: list(items)} if len(names) > 1 else {})


def sections(items: Sequence[Item], at: float, plan: MeasureSettings) -> Iterator[Section]:
    """Yield what can be measured on these items."""
    groups = [item.truth.problem if plan.by == "problem" else item.truth.id for item in items]
    yield coverage(items, groups)
    if any(item.truth.first_error is not None for item in items):
        yield processbench(items, at, groups)
        yield mr(items, at, groups)
    if any(label is not None for item in items for label in item.truth.labels):
        yield calls(items, at, groups)
        yield ranking(items, groups)
        if cal.are_probabilities(items):
            yield cal.calibration(items, groups, plan.bins)
        yield from prmbench(items, at, groups)
    for size in plan.sizes:
        found = best_of_n(items, size, plan.seed, plan.votes)
        if found.groups:
            yield found


def _drawn(items: Sequence[Item], at: float, plan: MeasureSettings) -> Drawn:
    return {found.name: (found, figures(found, plan.draws, plan.seed)) for found in sections(items, at, plan)}


def _shown(items: Sequence[Item], drawn: Drawn, plan: MeasureSettings) -> dict[str, Any]:
    found: dict[str, Any] = {
        title: {"counts": dict(section.counts), **{name: figure.as_json() for name, figure in values.items()}}
        for title, (section, values) in drawn.items()
    }
    if "calibration" in found:
        found["calibration"]["bins"] = [asdict(one) for one in cal.reliability(items, plan.bins)]
    return found
