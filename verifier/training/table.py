"""The table that compares a process reward model, exact verdicts, both fused, and baselines on labelled chains."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from verifier.evaluation import threshold as thresholds
from verifier.evaluation.bootstrap import Figure, Section, array, figures
from verifier.evaluation.calibration import calibration
from verifier.evaluation.first_error import processbench
from verifier.evaluation.items import Item, Labelled, Said
from verifier.evaluation.steps import auc
from verifier.judging.estimate import estimated
from verifier.judging.fusion import Fusion
from verifier.judging.judge import Judge
from verifier.judging.judgement import JudgedChain
from verifier.prm.calibrate import isotonic, temperature
from verifier.prm.model import ProcessRewardModel

UNKNOWN = 0.5
"""What exact means alone say of a step that they do not settle, where a number is asked for."""

Scores = Mapping[str, Sequence[float]]
"""Prefix scores by a chain's id."""


@dataclass(frozen=True, slots=True)
class System:
    """What one system says of every chain, and how many chains it says it of in a second of its own."""

    name: str
    said: Mapping[str, Said]
    speed: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one system on one subset, by name: ``prefix auc``, ``step auc``, ``f1``, ``ece``, ``ece not
    settled``, ``ece refitted``."""

    system: str
    subset: str
    figures: Mapping[str, Figure]


def prefix_labels(chain: Labelled) -> tuple[bool | None, ...]:
    """Return, for each step, whether the chain is right up to and including it, by its first error. Fails: never."""
    if chain.first_error is None:
        return (None,) * len(chain.steps)
    return tuple(chain.first_error < 0 or index < chain.first_error for index in range(len(chain.steps)))


def by_model(model: ProcessRewardModel, chains: Sequence[Labelled]) -> System:
    """Return what a model says. Fails: as the model."""
    start = perf_counter()
    scores = model.score([chain.chain for chain in chains])
    speed = len(chains) / max(perf_counter() - start, 1e-9)
    return System(model.name, {c.id: Said.by_scores(c.id, s) for c, s in zip(chains, scores, strict=True)}, speed)


def by_judge(
    judge: Judge, chains: Sequence[Labelled], tick: Callable[[], None]
) -> tuple[System, dict[str, JudgedChain]]:
    """Return what exact means alone say, and the judged chains. Fails: as the judge."""
    judged, start = {}, perf_counter()
    for chain in chains:
        judged[chain.id] = judge.exactly(chain.chain)
        tick()
    speed = len(chains) / max(perf_counter() - start, 1e-9)
    return System("exact", {id: _exact(id, found) for id, found in judged.items()}, speed), judged


def _exact(id: str, judged: JudgedChain) -> Said:
    settled = tuple(step.correct for step in judged.steps)
    scores = tuple(UNKNOWN if step.score is None else step.score for step in judged.steps)
    return Said(id, scores, settled, tuple(step.checked for step in judged.steps))


def fused(judged: Mapping[str, JudgedChain], model: System, fusion: Fusion) -> System:
    """Return what a model's scores and the verdicts say together. Fails: never."""
    found = {}
    for id, chain in judged.items():
        scores = [math.nan if score is None else score for score in model.said[id].scores]
        steps = estimated(chain.steps, fusion(chain.steps, scores))
        found[id] = Said(
            id,
            tuple(step.score for step in steps),
            tuple(step.correct for step in steps),
            tuple(step.checked for step in steps),
        )
    return System("fused", found)


def measured(
    chains: Sequence[Labelled], systems: Sequence[System], chosen_on: str, draws: int = 1000, seed: int = 0
) -> list[Measured]:
    """Return every system's figures on every subset; the threshold of each is chosen on the subset ``chosen_on``.

    The bootstrap draws problems, the same ones for every system, so figures can be subtracted. Fails: ValueError where
    ``chosen_on`` is no subset.
    """
    subsets = list(dict.fromkeys(chain.subset for chain in chains))
    if chosen_on not in subsets:
        raise ValueError(f"expected the subset {chosen_on!r} to choose the threshold on among {', '.join(subsets)}")
    settled = {id for system in systems if system.name == "exact" for id in system.said}
    exact = next((system for system in systems if system.name == "exact"), None)
    found = []
    for system in systems:
        items = [Item(replace(chain, labels=prefix_labels(chain)), system.said[chain.id]) for chain in chains]
        at = thresholds.best([item for item in items if item.truth.subset == chosen_on])
        for subset in subsets:
            mine = [item for item in items if item.truth.subset == subset]
            found.append(Measured(system.name, subset, _figures(mine, at, exact if settled else None, draws, seed)))
    return found


def _figures(items: Sequence[Item], at: float, exact: System | None, draws: int, seed: int) -> dict[str, Figure]:
    groups = tuple(item.truth.problem for item in items)
    metrics = {"prefix auc": _auc(items, lambda item, index: True), "step auc": _auc(items, _until_error)}
    metrics["f1"] = processbench(items, at, groups).metrics["f1"]
    for name, kept in (
        ("ece", items),
        ("ece not settled", _unsettled(items, exact)),
        ("ece refitted", _refitted(items)),
    ):
        metrics[name] = calibration(kept, groups).metrics["ece"]
    return figures(Section("table", groups, metrics), draws, seed)


def _until_error(item: Item, index: int) -> bool:
    """Whether a step stands before the first error or is it: the rest is wrong by what came before."""
    return item.truth.first_error is not None and (item.truth.first_error < 0 or index <= item.truth.first_error)


def _auc(items: Sequence[Item], wanted: Callable[[Item, int], bool]) -> Any:
    """The AUC over wanted steps: of prefixes by their scores; of steps up to the first error, by what the score falls
    to there, since all before is right."""
    alone = wanted is _until_error
    rows = [
        (number, label, _share(item, index) if alone else (item.said.scores[index] or 0.0))
        for number, item in enumerate(items)
        for index, label in enumerate(item.truth.labels)
        if label is not None and wanted(item, index)
    ]
    return auc([n for n, _, _ in rows], array([y for _, y, _ in rows]), array([s for _, _, s in rows]))


def _share(item: Item, index: int) -> float:
    """What a prefix score falls to at a step: the score itself, over the one before it."""
    score, before = item.said.scores[index] or 0.0, (item.said.scores[index - 1] if index else 1.0) or 0.0
    return min(1.0, score / before) if before else 0.0


def _unsettled(items: Sequence[Item], exact: System | None) -> list[Item]:
    """The items without the labels of steps whose prefix exact means know."""
    if exact is None:
        return list(items)
    out = []
    for item in items:
        known = exact.said[item.truth.id].settled
        labels = tuple(None if k is not None else label for k, label in zip(known, item.truth.labels, strict=True))
        out.append(replace(item, truth=replace(item.truth, labels=labels)))
    return out


def _refitted(items: Sequence[Item]) -> list[Item]:
    """The items with scores calibrated on the other half of the problems' human labels: the option, not the default."""
    halves = [_half(item.truth.problem) for item in items]
    out = list(items)
    for half in (0, 1):
        rows = [
            (score, label)
            for item, mine in zip(items, halves, strict=True)
            if mine != half
            for score, label in zip(item.said.scores, item.truth.labels, strict=True)
            if score is not None and label is not None
        ]
        if len({label for _, label in rows}) < 2:
            continue
        scores, labels = [score for score, _ in rows], [label for _, label in rows]
        fit = isotonic(scores, labels) if len(rows) >= ENOUGH else temperature(scores, labels)
        for place, (item, mine) in enumerate(zip(items, halves, strict=True)):
            if mine == half:
                out[place] = item.scored([None if score is None else fit(score) for score in item.said.scores])
    return out


ENOUGH = 1000
"""Steps from which on a staircase is fitted; below, a straight line of log-odds."""


def _half(problem: str) -> int:
    import hashlib

    return hashlib.sha256(problem.encode("utf-8", "surrogatepass")).digest()[0] % 2
