"""Best-of-N: how often the attempt that a rule chooses among a problem's candidates is right."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence

import numpy as np

from verifier.evaluation.bootstrap import Metric, Section, array, share
from verifier.evaluation.items import Item
from verifier.search.best_of_n import RULES, VOTES, Attempt, Same, winners

DRAWS = 32
"""Subsets of N candidates that are drawn of each problem, where it has more than N."""

Answers = Callable[[Item], str | None]
"""The final answer of a chain, None where none can be read."""


def best_of_n(
    items: Sequence[Item], n: int, seed: int, answers: Answers | None = None, same: Same | None = None
) -> Section:
    """Return the accuracy of each rule over problems with at least ``n`` candidates of known outcome.

    For each problem up to ``DRAWS`` seeded subsets of ``n`` candidates are drawn; an attempt counts as right where its
    final answer is (``final_correct``); where attempts tie, the mean over them counts, so that no order of candidates
    helps. ``oracle``: right where any candidate is (pass@N, Chen et al., arXiv:2107.03374); ``random``: the mean over
    candidates. The votes (``majority``, ``weighted``) need ``answers``. Best-of-N: Cobbe et al., arXiv:2110.14168.
    Fails: never.
    """
    problems: dict[str, list[Item]] = {}
    for item in items:
        if item.truth.final_correct is not None:
            problems.setdefault(item.truth.problem, []).append(item)
    kept = {problem: found for problem, found in problems.items() if len(found) >= n}
    rules = [rule for rule in RULES if answers is not None or rule not in VOTES]
    rows = [_accuracies(found, n, _seeded(seed, problem, n), rules, answers, same) for problem, found in kept.items()]
    ones = np.ones(len(kept))
    metrics: dict[str, Metric] = {
        name: share(array([row[name] for row in rows]), ones) for name in [*rules, "oracle", "random"]
    }
    return Section(f"best of {n}", tuple(kept), metrics, {"problems": len(kept)})


def _seeded(seed: int, problem: str, n: int) -> np.random.Generator:
    digest = hashlib.sha256(f"{seed}\n{n}\n{problem}".encode("utf-8", "surrogatepass")).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:8], "big")))


def _accuracies(
    found: Sequence[Item],
    n: int,
    random: np.random.Generator,
    rules: Sequence[str],
    answers: Answers | None,
    same: Same | None,
) -> dict[str, float]:
    """The accuracy of each rule on one problem, over the drawn subsets."""
    attempts = [Attempt(item.said.scores, answers(item) if answers else None) for item in found]
    right = [bool(item.truth.final_correct) for item in found]
    total = dict.fromkeys([*rules, "oracle", "random"], 0.0)
    draws = min(DRAWS, math.comb(len(found), n))
    for _ in range(draws):
        chosen = sorted(random.choice(len(found), n, replace=False)) if len(found) > n else range(n)
        drawn = [attempts[i] for i in chosen]
        outcome = [right[i] for i in chosen]
        for rule in rules:
            best = winners(drawn, rule, same)
            total[rule] += sum(outcome[i] for i in best) / len(best)
        total["oracle"] += any(outcome)
        total["random"] += sum(outcome) / n
    return {name: value / draws for name, value in total.items()}
