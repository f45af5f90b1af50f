"""Best-of-N: how often the attempt that a rule chooses among a problem's candidates is right."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from verifier.answers.compare import compare
from verifier.answers.final_answer import final_answer
from verifier.evaluation.items import Item
from verifier.evaluation.metrics.bootstrap import Metric, Section, array, share
from verifier.judging.estimates.aggregate import aggregate
from verifier.judging.estimates.votes import Ballot, Votes
from verifier.search.best_of_n import RULES, WEIGHT, Attempt, groups, winners

NAMES = (*RULES, "oracle", "random")

DRAWS = 32
"""Subsets of N candidates that are drawn of each problem, where it has more than N."""


@lru_cache(maxsize=100_000)
def _answer(problem: str, steps: tuple[str, ...]) -> str | None:
    found = final_answer(steps, problem)
    return found.text if found else None


@lru_cache(maxsize=100_000)
def _same(one: str, other: str) -> bool:
    return compare(one, other).state == "equal"


def best_of_n(items: Sequence[Item], n: int, seed: int, votes: Votes | None = None) -> Section:
    """Return the accuracy of each rule over problems with at least ``n`` candidates of known outcome.

    For each problem up to ``DRAWS`` seeded subsets of ``n`` candidates are drawn; an attempt counts as right where its
    final answer is (``final_correct``); where attempts tie, the mean over them counts, so that no order of candidates
    helps. ``oracle``: right where any candidate is (pass@N, Chen et al., arXiv:2107.03374); ``random``: the mean over
    candidates. Votes go by the final answers as ``verifier.answers.compare`` finds and compares them.
    ``votes``: what the votes of attempts are worth by their scores. Best-of-N: Cobbe et al., arXiv:2110.14168.
    """
    kept = {problem: found for problem, found in _by_problem(items).items() if len(found) >= n}
    rows = [_accuracies(found, n, _seeded(seed, problem, n), votes) for problem, found in kept.items()]
    ones = np.ones(len(kept))
    metrics: dict[str, Metric] = {name: share(array([row[name] for row in rows]), ones) for name in NAMES}
    return Section(f"best of {n}", tuple(kept), metrics, {"problems": len(kept)})


def _by_problem(items: Sequence[Item]) -> dict[str, list[Item]]:
    """The items of known outcome by their problem."""
    problems: dict[str, list[Item]] = {}
    for item in items:
        if item.truth.final_correct is not None:
            problems.setdefault(item.truth.problem, []).append(item)
    return problems


def ballots(items: Sequence[Item]) -> list[Ballot]:
    """Return, of each problem, the mean scores of the attempts that vote for each answer, and whether it is right, as
    ``verifier.judging.estimates.votes`` learns from them. Attempts that are settled incorrect have no vote."""
    return [_ballot(found) for found in _by_problem(items).values()]


def _ballot(found: Sequence[Item]) -> Ballot:
    free = [one for one in found if 0.0 not in one.said.scores]
    attempts = [Attempt(one.said.scores, _answer(one.truth.problem, one.truth.steps)) for one in free]
    return [
        ([aggregate(attempts[i].scores, WEIGHT) for i in group], any(free[i].truth.final_correct for i in group))
        for group in groups(attempts, _same)
    ]


def _seeded(seed: int, problem: str, n: int) -> np.random.Generator:
    digest = hashlib.sha256(f"{seed}\n{n}\n{problem}".encode("utf-8", "surrogatepass")).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:8], "big")))


def _accuracies(found: Sequence[Item], n: int, random: np.random.Generator, votes: Votes | None) -> dict[str, float]:
    """The accuracy of each rule on one problem, over the drawn subsets."""
    attempts = [Attempt(item.said.scores, _answer(item.truth.problem, item.truth.steps)) for item in found]
    right = [bool(item.truth.final_correct) for item in found]
    total = dict.fromkeys(NAMES, 0.0)
    draws = min(DRAWS, math.comb(len(found), n))
    for _ in range(draws):
        chosen = sorted(random.choice(len(found), n, replace=False)) if len(found) > n else range(n)
        drawn = [attempts[i] for i in chosen]
        outcome = [right[i] for i in chosen]
        for rule in RULES:
            best = winners(drawn, rule, _same, votes)
            total[rule] += sum(outcome[i] for i in best) / len(best)
        total["oracle"] += any(outcome)
        total["random"] += sum(outcome) / n
    return {name: value / draws for name, value in total.items()}
