"""Monte-Carlo tree search with PUCT (Rosin 2011; Silver et al., AlphaZero, arXiv:1712.01815) over steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from verifier.answers.compare import compare
from verifier.answers.final_answer import final_answer
from verifier.search.choices import Value
from verifier.search.policies.policy import Policy
from verifier.search.trees.tree import DEFAULT_BUDGET, Budget, Node, SearchResult, Tree
from verifier.search.trees.value import Valuer


@dataclass(frozen=True, slots=True)
class Mcts:
    """``expansions``: next steps asked for a node; ``explore``: PUCT's constant; ``value``: where a node's value comes
    from; ``rollouts``: how many for each node; ``share``: the rollouts' part of a mixed value; ``enough``: whole chains
    after which the search stops (0: it goes on until the budget is spent)."""

    expansions: int = 4
    explore: float = 1.0
    value: Value = "judge"
    rollouts: int = 2
    share: float = 0.5
    enough: int = 0

    def __post_init__(self) -> None:
        """Raises: ValueError."""
        if self.expansions < 1 or self.explore < 0 or self.rollouts < 1 or not 0 <= self.share <= 1 or self.enough < 0:
            raise ValueError(f"expected positive numbers and a share from 0 to 1, got {self}")
        if self.value not in ("judge", "rollouts", "mixed"):
            raise ValueError(f"expected the value as judge, rollouts or mixed, got {self.value!r}")


def tree_search(
    problem: str,
    policy: Policy,
    valuer: Valuer,
    how: Mcts = Mcts(),
    *,
    answer: str | None = None,
    budget: Budget = DEFAULT_BUDGET,
    seed: int = 0,
    halt: Callable[[], bool] = lambda: False,
) -> SearchResult:
    """Return the best chain that tree search finds, with its trace (visits and mean values of nodes in it).

    From the root the child with the highest ``Q + explore * P * sqrt(N) / (1 + n)`` is taken, down to a node without
    children, which is expanded; the values of its children go up to the root. P: the policy's probabilities a token,
    normalised among siblings. Nodes settled incorrect are cut, and are never taken. A rollout is worth 1 or 0 by the
    reference ``answer`` where one is known (0 too where that cannot be told), else what the judge says of it. The best
    chain is the whole one with the highest value by the judge. Raises: as the judge.
    """
    search = _Search(Tree(problem, policy, valuer, budget, seed, halt), how, answer)
    search.run()
    more = {i: {"visits": n, "mean": round(t / n, 4)} for i, (n, t) in search.stats.items() if n}
    return search.tree.found("mcts", asdict(how), more)


class _Search:
    def __init__(self, tree: Tree, how: Mcts, answer: str | None) -> None:
        self.tree, self.how, self.answer = tree, how, answer
        self.stats: dict[int, tuple[int, float]] = {0: (0, 0.0)}  # visits, and the sum of the values seen below
        self.children: dict[int, list[Node]] = {}
        self.done: set[int] = set()  # nodes below which nothing is open

    def run(self) -> None:
        tree, how = self.tree, self.how
        with tree.growing():
            while not tree.spent():
                leaf = self._taken()
                made = tree.grow([leaf], how.expansions)[0]
                self.children[leaf.id] = made
                for child, value in zip(made, self._values(made), strict=True):
                    self._backed(child, value)
                self._closed(leaf)
                if tree.root.id in self.done:
                    tree.stopped = "nothing is open"
                elif how.enough and tree.counts["end"] >= how.enough:
                    tree.stopped = "enough whole chains"

    def _taken(self) -> Node:
        """The node to expand: down the tree by PUCT."""
        node = self.tree.root
        while node.id in self.children:
            siblings = self.children[node.id]
            priors, visits = _priors(siblings), self.stats[node.id][0]
            scores = [
                (
                    self._worth(child) + self.how.explore * prior * math.sqrt(visits) / (1 + self.stats[child.id][0]),
                    child,
                )
                for child, prior in zip(siblings, priors, strict=True)
                if child.id not in self.done
            ]
            node = max(scores, key=lambda scored: (scored[0], -scored[1].id))[1]
        return node

    def _worth(self, node: Node) -> float:
        visits, total = self.stats[node.id]
        return total / visits

    def _values(self, nodes: Sequence[Node]) -> list[float]:
        """The nodes' values, from the judge, from rollouts, or both; a node that is cut has none."""
        if self.how.value == "judge":
            return [node.value for node in nodes]
        share = 1.0 if self.how.value == "rollouts" else self.how.share
        open_ = [node for node in nodes if node.state == "open"]
        found = dict(zip((node.id for node in open_), self._rolled(open_), strict=True))
        return [
            share * found.get(node.id, self._outcome(node)) + (1 - share) * node.value if node.state != "cut" else 0.0
            for node in nodes
        ]

    def _outcome(self, node: Node) -> float:
        return node.value if self.answer is None else float(_right(node.chain.steps, self.answer))

    def _rolled(self, nodes: Sequence[Node]) -> list[float]:
        """The mean worth of rollouts from each node; one that comes to no end is worth nothing."""
        if not nodes:
            return []
        tree, chains = self.tree, [node.chain for node in nodes]
        tree.counts["requests"] += 1
        made = tree.policy.next_steps(chains, self.how.rollouts, tree.seed + tree.counts["requests"], whole=True)
        tree.counts["tokens"] += sum(one.tokens for one in made)
        tree.counts["rollouts"] += sum(len(one.continuations) for one in made)
        tree.faults.update(one.fault for one in made if one.fault)
        whole = [
            [chain.with_steps(c.steps) for c in one.continuations if c.ends]
            for chain, one in zip(chains, made, strict=True)
        ]
        if self.answer is not None:
            worth = [[float(_right(chain.steps, self.answer)) for chain in each] for each in whole]
        else:
            values = iter(tree.valuer([chain for each in whole for chain in each]))
            worth = [[next(values).value for _ in each] for each in whole]
        tried = [max(1, len(one.continuations)) for one in made]
        return [sum(each) / count for each, count in zip(worth, tried, strict=True)]

    def _backed(self, child: Node, value: float) -> None:
        """Send a child's value up to the root. A cut one leaves no trace above: it will not be part of the chain."""
        self.stats[child.id] = (1, value)
        if child.state != "open":
            self.done.add(child.id)
        up = child.parent if child.state != "cut" else None
        while up is not None:
            visits, total = self.stats[up]
            self.stats[up] = (visits + 1, total + value)
            up = self.tree.nodes[up].parent

    def _closed(self, node: Node) -> None:
        """Note that nothing is open below a node, and below what is above it."""
        up: int | None = node.id
        while up is not None and all(child.id in self.done for child in self.children[up]):
            self.done.add(up)
            up = self.tree.nodes[up].parent


def _priors(siblings: Sequence[Node]) -> list[float]:
    told = [0.0 if n.logprob is None else n.logprob / max(n.tokens, 1) for n in siblings]
    weights = [math.exp(value - max(told)) for value in told]
    return [weight / sum(weights) for weight in weights]


def _right(steps: Sequence[str], answer: str) -> bool:
    found = final_answer(list(steps)) if steps else None
    return found is not None and compare(found.text, answer).state == "equal"
