"""Best-of-N: one attempt out of many, by step scores, by votes, or by both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.judging.estimates.aggregate import AGGREGATIONS, aggregate
from verifier.judging.estimates.votes import Votes

VOTES = ("majority", "weighted")
RULES = (*AGGREGATIONS, *VOTES)
"""How one attempt is chosen. The weight of a vote comes of the attempt's mean score."""

WEIGHT = "mean"

Same = Callable[[str, str], bool]
"""Whether two final answers are surely the same."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One candidate: its step scores (None: none), and its final answer, where one could be read."""

    scores: tuple[float | None, ...]
    answer: str | None = None


def winners(attempts: Sequence[Attempt], rule: str, same: Same | None = None, votes: Votes | None = None) -> list[int]:
    """Return the indices of the attempts that ``rule`` chooses: more than one where they tie, in order.

    ``min``, ``product``, ``mean``, ``last``: the highest score of the chain, by ``aggregate``. ``majority``: the final
    answer of most attempts (Wang et al., arXiv:2203.11171); ``weighted``: of the largest weight. ``votes`` says what
    the scores are known to be worth; without, a vote weighs as much as its mean score (Li et al., arXiv:2206.02336).
    Where weights tie, most votes decide; with ``votes`` an attempt with a score of 0, which is settled incorrect, has
    none while others have. An attempt whose answer cannot be read has no vote; answers that are not surely the ``same``
    are different ones; of a group that wins, the attempt with the best mean score stands for it, of those the first.
    Where nobody votes, all tie. Raises: ValueError on another rule, or no attempts.
    """
    if rule not in RULES or not attempts:
        raise ValueError(f"expected attempts and a rule of {', '.join(RULES)}, got {len(attempts)} and {rule!r}")
    if rule in AGGREGATIONS:
        return _best([aggregate(attempt.scores, rule) for attempt in attempts])
    means = [aggregate(attempt.scores, WEIGHT) for attempt in attempts]
    told = groups(attempts, same or str.__eq__)
    if not told:
        return list(range(len(attempts)))
    worth = [1.0] * len(attempts) if rule == "majority" else _weights(attempts, means, votes)
    best = _best([sum(worth[i] for i in group) for group in told])
    most = max(len(told[i]) for i in best)
    return sorted(max(told[i], key=lambda j: (means[j], -j)) for i in best if len(told[i]) == most)


def _weights(attempts: Sequence[Attempt], means: Sequence[float], votes: Votes | None) -> list[float]:
    """What the vote of each attempt is worth."""
    if votes is None:
        return list(means)
    free = [i for i, attempt in enumerate(attempts) if attempt.answer is not None and 0.0 not in attempt.scores]
    found = [0.0] * len(attempts)
    for i, weight in zip(free, votes.weights([means[i] for i in free]), strict=True):
        found[i] = weight
    return found


def _best(values: Sequence[float]) -> list[int]:
    """The places of the highest value. What differs in the tenth digit only is the same: sums depend on their order."""
    rounded = [round(value, 9) for value in values]
    return [i for i, value in enumerate(rounded) if value == max(rounded)]


def groups(attempts: Sequence[Attempt], same: Same) -> list[list[int]]:
    """Return the places of the attempts that have an answer, grouped by it, in the order of first appearance."""
    found: list[list[int]] = []
    for i, attempt in enumerate(attempts):
        if attempt.answer is None:
            continue
        answer = attempt.answer
        home = next((g for g in found if same(str(attempts[g[0]].answer), answer)), None)
        if home is None:
            found.append([i])
        else:
            home.append(i)
    return found
