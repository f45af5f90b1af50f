"""The table that compares a process reward model, exact verdicts, both fused, and baselines on labelled chains."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import mul
from typing import Any

from verifier.estimators.calibrate import isotonic, temperature
from verifier.evaluation.items import Item, Labelled, Said
from verifier.evaluation.metrics import threshold as thresholds
from verifier.evaluation.metrics.bootstrap import Figure, Metric, Section, array, figures
from verifier.evaluation.metrics.calibration import calibration
from verifier.evaluation.metrics.first_error import processbench
from verifier.evaluation.metrics.selection import best_of_n
from verifier.evaluation.metrics.steps import auc
from verifier.judging.estimates.by_length import ByLength, by_length
from verifier.judging.estimates.calibrated import Calibrated
from verifier.judging.estimates.estimate import prefixes
from verifier.judging.estimates.fusion import After, Fusion
from verifier.judging.estimates.votes import Votes
from verifier.training.baselines import Baseline, Length, Position
from verifier.training.score_cache import EXACT, Look

COLUMNS = ("prefix auc", "step auc", "f1", "f1 by length", "ece", "ece not settled", "ece not settled, refitted")

UNCALIBRATED = ", uncalibrated"

NAMED = 0.4
"""The share of right chains that may be accused where first errors are named by length for F1, which counts right and
wrong chains alike; accusing fewer of them, as estimates do by default, lets most errors pass."""

UNKNOWN = 0.5
"""What exact means alone say of a step that they do not settle, where a number is asked for."""


@dataclass(frozen=True, slots=True)
class System:
    """What one system says of every chain, and how many chains it says it of in a second of its own. ``alone``: what it
    says of each step, where that is not what its scores fall to; ``votes``: what votes are worth by its scores, where
    that is known."""

    name: str
    said: Mapping[str, Said]
    speed: float | None = None
    alone: Mapping[str, Sequence[float]] | None = None
    votes: Votes | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one system on one subset, by name: those of ``COLUMNS``."""

    system: str
    subset: str
    figures: Mapping[str, Figure]


def prefix_labels(chain: Labelled) -> tuple[bool | None, ...]:
    """Return, for each step, whether the chain is right up to and including it, by its first error."""
    if chain.first_error is None:
        return (None,) * len(chain.steps)
    return tuple(chain.first_error < 0 or index < chain.first_error for index in range(len(chain.steps)))


@dataclass(frozen=True, slots=True)
class How:
    """What is compared. ``model``: the name of the model that looked; ``calibrated``: of the fused estimates;
    ``votes``: what votes are worth by these."""

    model: str
    fusion: Fusion
    calibrated: Calibrated | None = None
    votes: Votes | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """Every figure. ``counts``: chains of a subset, and wrong ones; ``speeds``: chains a second of each system;
    ``best``: of each system, what choosing among attempts by it is worth."""

    model: str
    rows: Sequence[Measured]
    counts: Mapping[str, tuple[int, int]]
    speeds: Mapping[str, float | None]
    best: Mapping[str, Mapping[str, Figure]]
    chosen_on: str
    draws: int
    named: float = NAMED


Looked = tuple[Sequence[Labelled], Mapping[str, Look]]
"""Chains, and what was made of each, by its id."""


def compared(
    steps: Looked, outcomes: Looked, baselines: Sequence[Baseline], how: How, chosen_on: str, draws: int
) -> Compared:
    """Return the figures of all systems on the subsets of chains whose first error is known, and on attempts (there may
    be none) whose outcome is.

    Raises: ValueError where ``chosen_on`` is no subset; as the baselines.
    """
    (chains, seen), (attempts, tried) = steps, outcomes
    found = [*(scored(each, chains) for each in baselines), *systems(chains, seen, how)]
    rows = measured(chains, found, chosen_on, draws)
    subsets = dict.fromkeys(chain.subset for chain in chains)
    errors = {name: [c.first_error for c in chains if c.subset == name] for name in subsets}
    counts = {name: (len(them), sum(error != -1 for error in them)) for name, them in errors.items()}
    speeds = {system.name: system.speed for system in found}
    best = (
        selected(
            attempts,
            [*(scored(each, attempts) for each in (Length(), Position())), *systems(attempts, tried, how)],
            draws,
        )
        if attempts
        else {}
    )
    return Compared(how.model, rows, counts, speeds=speeds, best=best, chosen_on=chosen_on, draws=draws)


SIZES, CHOSEN_BY = (16,), ("last", "min", "mean", "majority", "weighted")


def selected(attempts: Sequence[Labelled], found: Sequence[System], draws: int, seed: int = 0) -> dict[str, Any]:
    """Return, for each system, the AUC of its last score against the outcome, and best-of-N by each rule."""
    made: dict[str, dict[str, Figure]] = {}
    for system in (one for one in found if not one.name.endswith(UNCALIBRATED)):
        items = [Item(chain, system.said[chain.id]) for chain in attempts]
        groups = tuple(item.truth.problem for item in items)
        truth = array([bool(item.truth.final_correct) for item in items])
        last = array([UNKNOWN if (score := item.said.scores[-1]) is None else score for item in items])
        figured = figures(Section("outcome", groups, {"AUC": auc(range(len(items)), truth, last)}), draws, seed)
        for size in SIZES:
            best = figures(best_of_n(items, size, seed, system.votes), draws, seed)
            figured |= {f"{rule} of {size}": best[rule] for rule in CHOSEN_BY}
        made[system.name] = figured
    return made


def systems(chains: Sequence[Labelled], seen: Mapping[str, Look], how: How) -> list[System]:
    """Return what the model says, exact means alone, and both fused."""
    mine = {chain.id: seen[chain.id] for chain in chains}
    told = {id: Said.by_scores(id, look.scores[how.model]) for id, look in mine.items()}
    model = System(how.model, told, _speed(mine, how.model))
    exact = System(EXACT, {id: _exact(id, look) for id, look in mine.items()}, _speed(mine, EXACT), _settled(mine))
    both = [System("fused", {c.id: _fused(c.id, mine[c.id], how) for c in chains}, votes=how.votes)]
    if how.calibrated is not None:
        said = {c.id: _fused(c.id, mine[c.id], how, how.calibrated.of(c.chain)) for c in chains}
        both.append(System("fused, calibrated", said, votes=how.calibrated.votes))
    before = {id: Said.by_scores(id, list(accumulate(look.raw, mul))) for id, look in mine.items() if look.raw}
    bare = [System(f"{how.model}{UNCALIBRATED}", before)] if len(before) == len(mine) and _differ(before, model) else []
    return [model, *bare, exact, *both]


def _differ(said: Mapping[str, Said], model: System) -> bool:
    """Whether a model's calibration changes what it says."""
    pairs = ((one.scores, model.said[id].scores) for id, one in said.items())
    return any(abs((x or 0.0) - (y or 0.0)) > 1e-9 for a, b in pairs for x, y in zip(a, b, strict=True))


def _speed(seen: Mapping[str, Look], name: str) -> float:
    return len(seen) / max(sum(look.seconds[name] for look in seen.values()), 1e-9)


def scored(model: Baseline, chains: Sequence[Labelled]) -> System:
    """Return what a baseline says, which costs next to nothing. Raises: as the model."""
    scores = model.score([chain.chain for chain in chains])
    said = {c.id: Said.by_scores(c.id, s) for c, s in zip(chains, scores, strict=True)}
    return System(model.name, said, alone={chain.id: model.alone(chain.chain) for chain in chains})


def _exact(id: str, look: Look) -> Said:
    """A prefix is right while all is settled correct, wrong after an error, else unknown."""
    scores, prefix = [], 1.0
    for settled in look.correct:
        prefix = 0.0 if settled is False else prefix if settled else min(prefix, UNKNOWN)
        scores.append(prefix)
    return Said(id, tuple(scores), look.correct, _checked(look))


def _checked(look: Look) -> tuple[bool, ...]:
    """Which steps are checked and not settled."""
    return tuple(all_ and correct is None for all_, correct in zip(look.checked, look.correct, strict=True))


def _settled(seen: Mapping[str, Look]) -> dict[str, list[float]]:
    return {id: [UNKNOWN if c is None else float(c) for c in look.correct] for id, look in seen.items()}


def _fused(id: str, look: Look, how: How, after: After | None = None) -> Said:
    estimates = how.fusion.prefixes(look.correct, look.known, look.scores[how.model], after)
    return Said(id, tuple(prefixes(look.correct, estimates)), look.correct, _checked(look))


def measured(
    chains: Sequence[Labelled], systems: Sequence[System], chosen_on: str, draws: int = 1000, seed: int = 0
) -> list[Measured]:
    """Return every system's figures on every subset; the threshold of each is chosen on the subset ``chosen_on``.

    The bootstrap draws problems, the same ones for every system, so figures can be subtracted. Raises: ValueError where
    ``chosen_on`` is no subset.
    """
    subsets = list(dict.fromkeys(chain.subset for chain in chains))
    if chosen_on not in subsets:
        raise ValueError(f"expected the subset {chosen_on!r} to choose the threshold on among {', '.join(subsets)}")
    exact = next((system for system in systems if system.name == EXACT), None)
    found = []
    for system in systems:
        items = [Item(replace(chain, labels=prefix_labels(chain)), system.said[chain.id]) for chain in chains]
        at = thresholds.best([item for item in items if item.truth.subset == chosen_on])
        for subset in subsets:
            mine = [item for item in items if item.truth.subset == subset]
            shares = [_shares(item) if system.alone is None else system.alone[item.truth.id] for item in mine]
            by = at, _elsewhere(items, subset)
            found.append(Measured(system.name, subset, _figures(mine, shares, by, exact, draws, seed)))
    return found


def _elsewhere(items: Sequence[Item], subset: str) -> ByLength:
    """Thresholds by length on the right chains of all other subsets, of problems that this one has not."""
    mine = {item.truth.problem for item in items if item.truth.subset == subset}
    right = [
        (item.truth.chain, item.said.scores[-1])
        for item in items
        if item.truth.first_error == -1 and item.truth.problem not in mine and False not in item.said.settled
    ]
    return by_length([(chain, last) for chain, last in right if last is not None], NAMED, "the other subsets")


def _figures(
    items: Sequence[Item],
    shares: Sequence[Sequence[float]],
    by: tuple[float, ByLength],
    exact: System | None,
    draws: int,
    seed: int,
) -> dict[str, Figure]:
    groups = tuple(item.truth.problem for item in items)
    scores = [[score or 0.0 for score in item.said.scores] for item in items]
    metrics = {
        "prefix auc": _auc(items, scores, lambda item, index: True),
        "step auc": _auc(items, shares, _until_error),
    }
    metrics["f1"] = processbench(items, by[0], groups).metrics["f1"]
    metrics["f1 by length"] = processbench(items, by[1], groups).metrics["f1"]
    for name, kept in (
        ("ece", items),
        ("ece not settled", _unsettled(items, exact)),
        ("ece not settled, refitted", _unsettled(_refitted(items), exact)),
    ):
        metrics[name] = calibration(kept, groups).metrics["ece"]
    return figures(Section("table", groups, metrics), draws, seed)


def _until_error(item: Item, index: int) -> bool:
    """Whether a step stands before the first error or is it: the rest is wrong by what came before."""
    return item.truth.first_error is not None and (item.truth.first_error < 0 or index <= item.truth.first_error)


def _auc(items: Sequence[Item], values: Sequence[Sequence[float]], wanted: Callable[[Item, int], bool]) -> Metric:
    """The AUC over wanted steps: of prefixes by their scores; of steps up to the first error, by what is said of each
    alone, since all before is right."""
    rows = [
        (number, label, values[number][index])
        for number, item in enumerate(items)
        for index, label in enumerate(item.truth.labels)
        if label is not None and wanted(item, index)
    ]
    return auc([n for n, _, _ in rows], array([y for _, y, _ in rows]), array([s for _, _, s in rows]))


def _shares(item: Item) -> list[float]:
    """What each prefix score falls to: the score itself, over the one before it."""
    scores = [score or 0.0 for score in item.said.scores]
    return [min(1.0, s / before) if before else 0.0 for s, before in zip(scores, [1.0, *scores], strict=False)]


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
    halves = [half_of(item.truth.problem) for item in items]
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


def half_of(problem: str) -> int:
    """Return 0 or 1, the half of the problems that this one is in."""
    return hashlib.sha256(problem.encode("utf-8", "surrogatepass")).digest()[0] % 2
