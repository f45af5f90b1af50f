"""Best-of-N from a policy: N whole chains are sampled, and one of them is chosen by scores, by votes, or by both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final

from verifier.answers.compare import compare
from verifier.answers.final_answer import final_answer
from verifier.judging.estimates.votes import Votes
from verifier.search.best_of_n import RULES, Attempt, winners
from verifier.search.policies.policy import Policy
from verifier.search.trees.tree import DEFAULT_BUDGET, Budget, Node, SearchResult, Tree
from verifier.search.trees.value import Valuer


@dataclass(frozen=True, slots=True)
class Sampling:
    """``count``: chains that are sampled; ``together``: at a time; ``rule``: ``value`` (the highest), ``majority`` or
    ``weighted`` (votes weigh by what their chains are worth), as in ``best_of_n``; ``votes``: how much by that."""

    count: int = 16
    together: int = 8
    rule: str = "weighted"
    votes: Votes | None = None

    def __post_init__(self) -> None:
        """Raises: ValueError."""
        if min(self.count, self.together) < 1 or self.rule not in ("value", *RULES[-2:]):
            raise ValueError(f"expected counts of 1 or more and a rule of value, majority, weighted, got {self}")


DEFAULT: Final = Sampling()


def best_of(
    problem: str,
    policy: Policy,
    valuer: Valuer,
    how: Sampling = DEFAULT,
    *,
    budget: Budget = DEFAULT_BUDGET,
    seed: int = 0,
    halt: Callable[[], bool] = lambda: False,
) -> SearchResult:
    """Return the chain that best-of-N chooses, with all of them in the trace. Of chains that tie the first is taken; a
    chain with a step settled incorrect, or without an end, is none of them. Raises: as the judge.
    """
    tree = Tree(problem, policy, valuer, budget, seed, halt)
    with tree.growing():
        asked = 0
        while not tree.spent():
            now = min(how.together, how.count - asked)
            tree.grow([tree.root], now, whole=True)
            asked += now
            if asked >= how.count:
                tree.stopped = "all are sampled"
    ended = [node for node in tree.nodes if node.state == "end"]
    best = _chosen(ended, how) if ended else None
    return tree.found("best-of-n", asdict(how), best=best)


def _chosen(nodes: list[Node], how: Sampling) -> Node:
    attempts = []
    for node in nodes:
        answer = final_answer(list(node.chain.steps), node.chain.problem)
        attempts.append(Attempt((node.value,), None if answer is None else answer.text))
    rule = "mean" if how.rule == "value" else how.rule
    places = winners(attempts, rule, lambda a, b: compare(a, b).state == "equal", how.votes)
    return nodes[places[0]]
