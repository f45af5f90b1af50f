"""Beam search guided by a judge (Snell et al., arXiv:2408.03314, section 5.1): the best few chains go on, step by
step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from verifier.search.policies.policy import Policy
from verifier.search.trees.tree import DEFAULT_BUDGET, Budget, Node, SearchResult, Tree
from verifier.search.trees.value import Valuer


@dataclass(frozen=True, slots=True)
class Beam:
    """``width``: chains that go on from each level; ``expansions``: next steps asked for each; ``enough``: whole chains
    after which the search stops (0: as many as the width)."""

    width: int = 4
    expansions: int = 4
    enough: int = 0

    def __post_init__(self) -> None:
        """Raises: ValueError."""
        if self.width < 1 or self.expansions < 1 or self.enough < 0:
            raise ValueError(f"expected a width and expansions of 1 or more, got {self}")


def beam_search(
    problem: str,
    policy: Policy,
    valuer: Valuer,
    how: Beam = Beam(),
    *,
    budget: Budget = DEFAULT_BUDGET,
    seed: int = 0,
    halt: Callable[[], bool] = lambda: False,
) -> SearchResult:
    """Return the best chain that beam search finds, with its trace.

    On each level the next steps of all chains are asked for and valued in one batch, chains with a step settled
    incorrect are cut at once, and the ``width`` best of the open ones go on: by value, then by log-probability, then
    in the order seen. Two partial chains with the same last step and the same value may both stay: their pasts differ.
    Stops with enough whole chains, where nothing is open, or where the budget is spent. Raises: as the judge.
    """
    tree = Tree(problem, policy, valuer, budget, seed, halt)
    front = [tree.root]
    with tree.growing():
        while not tree.spent():
            children = [child for each in tree.grow(front, how.expansions) for child in each]
            front = sorted((child for child in children if child.state == "open"), key=_order)[: how.width]
            if tree.counts["end"] >= (how.enough or how.width):
                tree.stopped = "enough whole chains"
            elif not front:
                tree.stopped = "nothing is open"
    return tree.found("beam", asdict(how))


def _order(node: Node) -> tuple[float, float, int]:
    likely = float("-inf") if node.logprob is None else node.logprob / max(node.tokens, 1)
    return -node.value, -likely, node.id
