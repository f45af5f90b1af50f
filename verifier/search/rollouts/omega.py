"""OmegaPRM (Luo et al., arXiv:2406.06592): a tree of rollouts, of which the most promising wrong one is searched for
its first error, again and again; every prefix that is looked at gets a value."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Final

from verifier.search.policies.policy import Partial, PolicyLost
from verifier.search.rollouts.rollouts import Rollouts, Value


@dataclass(frozen=True, slots=True)
class Omega:
    """The paper's constants: ``alpha`` and ``beta`` weigh a prefix's value and a
    rollout's length, ``length`` is in characters here and in tokens there, ``explore`` is c_puct; ``searches``: how
    many rollouts are searched."""

    searches: int = 20
    alpha: float = 0.5
    beta: float = 0.9
    length: int = 500
    explore: float = 0.125


DEFAULT: Final = Omega()


@dataclass(frozen=True, slots=True)
class Grown:
    """The values of all prefixes that were looked at, by their steps; why it ended; how the policy was lost."""

    values: dict[tuple[str, ...], Value]
    stopped: str
    lost: str = ""


def grow(problem: str, rollouts: Rollouts, how: Omega = DEFAULT) -> Grown:
    """Return the values of the prefixes that the searches look at, the empty one included.

    A rollout is chosen with its prefix by Q + U: ``Q = alpha^(1 - MC) * beta^(len / L)``, ``U = explore * sqrt(sum of
    visits) / (1 + visits)``, among wrong rollouts of prefixes with 0 < MC < 1. Its first error is
    found by binary search; the prefixes looked at join the tree, with their rollouts.
    """
    values: dict[tuple[str, ...], Value] = {}
    visits: Counter[tuple[str, ...]] = Counter()
    searched: set[tuple[str, ...]] = set()
    try:
        values[()] = rollouts.sampled(Partial(problem))
        for _ in range(how.searches):
            chosen = _chosen(values, visits, searched, rollouts, how)
            if chosen is None:
                return Grown(values, "no wrong rollout is left to search")
            prefix, rollout = chosen
            visits[prefix] += 1
            searched.add(rollout)
            _search(problem, prefix, rollout, values, rollouts)
    except PolicyLost as error:
        return Grown(values, "the policy was lost", str(error))
    except KeyboardInterrupt:
        return Grown(values, "interrupted")
    return Grown(values, "searches")


def _chosen(
    values: dict[tuple[str, ...], Value],
    visits: Counter[tuple[str, ...]],
    searched: set[tuple[str, ...]],
    rollouts: Rollouts,
    how: Omega,
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The prefix and the wrong rollout with the highest Q + U; of equals the one seen first."""
    root = math.sqrt(sum(visits.values()))
    best: tuple[float, tuple[str, ...], tuple[str, ...]] | None = None
    for steps, start, result in rollouts.seen:
        value = values.get(steps[:start])
        if result != "wrong" or steps in searched or value is None or not 0 < (value.share or 0) < 1:
            continue
        size = sum(len(step) for step in steps[start:])
        score = how.alpha ** (1 - (value.share or 0)) * how.beta ** (size / how.length)
        score += how.explore * root / (1 + visits[steps[:start]])
        if best is None or score > best[0]:
            best = score, steps[:start], steps
    return None if best is None else best[1:]


def _search(
    problem: str,
    prefix: tuple[str, ...],
    rollout: tuple[str, ...],
    values: dict[tuple[str, ...], Value],
    rollouts: Rollouts,
) -> None:
    """Binary search on a wrong rollout, from a prefix that is known to be good; values are kept and used again."""
    low, high = len(prefix), len(rollout)
    while high - low > 1:
        middle = (low + high) // 2
        steps = rollout[:middle]
        if steps not in values:
            values[steps] = rollouts.sampled(Partial(problem, steps))
        low, high = (middle, high) if values[steps].right else (low, middle)
