"""What a search has seen: a tree of steps, grown by a policy and valued by a judge, within a budget."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from verifier.search.policies.policy import Partial, Policy, PolicyLost
from verifier.search.trees.value import Colour, Valuer

State = Literal["open", "end", "cut"]
"""Whether a node may be gone on from, gives the end of its chain, or was cut since a step is settled incorrect."""

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Node:
    """A step in its place. ``value``: of the chain up to it, 0 to 1; ``logprob``, ``tokens``: of this step."""

    id: int
    parent: int | None
    chain: Partial
    state: State
    value: float
    colour: Colour
    logprob: float | None = None
    tokens: int = 0
    added: int = 1

    @property
    def step(self) -> str:
        """What the node adds to its chain; empty where it says only that the chain ends."""
        return "\n".join(self.chain.steps[len(self.chain.steps) - self.added :])


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may use. ``seconds`` protects the machine: where it decides, another run may end elsewhere."""

    nodes: int = 200
    tokens: int | None = None
    seconds: float | None = None
    depth: int = 20

    def __post_init__(self) -> None:
        """Raises: ValueError on a budget of nothing."""
        if min(self.nodes, self.depth) < 1 or (self.tokens or 1) < 1 or (self.seconds or 1) <= 0:
            raise ValueError(f"expected a budget above zero in every part, got {self}")


DEFAULT_BUDGET: Final = Budget()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What came of a search: the best chain, whether it is a whole one, its value, why the search stopped, and the
    trace."""

    chain: Partial
    ended: bool
    value: float
    stopped: str
    trace: dict[str, Any]


@dataclass
class Tree:
    """Grows. Everything in it is immutable; only the lists get longer."""

    problem: str
    policy: Policy
    valuer: Valuer
    budget: Budget
    seed: int
    halt: Callable[[], bool] = lambda: False
    nodes: list[Node] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    stopped: str = ""

    def __post_init__(self) -> None:
        self._until = time.monotonic() + (self.budget.seconds or float("inf"))
        self.nodes.append(Node(0, None, Partial(self.problem), "open", 0.5, "open", added=0))

    @property
    def root(self) -> Node:
        """The problem alone, before any step."""
        return self.nodes[0]

    def spent(self) -> bool:
        """Whether the search has to stop; ``stopped`` says why."""
        budget, why = self.budget, ""
        if self.halt():
            why = "halted"
        elif len(self.nodes) > budget.nodes:
            why = "nodes"
        elif budget.tokens is not None and self.counts["tokens"] >= budget.tokens:
            why = "tokens"
        elif time.monotonic() >= self._until:
            why = "seconds"
        self.stopped = self.stopped or why
        return bool(self.stopped)

    @contextmanager
    def growing(self) -> Iterator[None]:
        """Let a search end by an interrupt or by the loss of its policy: what was found is kept."""
        try:
            yield
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        except PolicyLost as lost:
            self.stopped = "the policy was lost"
            self.faults[str(lost)] += 1

    def grow(self, nodes: Sequence[Node], count: int, *, whole: bool = False) -> list[list[Node]]:
        """Return the new children of each node: steps that are asked for in one batch, and valued in one; with
        ``whole``, all the steps to the end at once.

        A step that stands in its chain already, or twice among its siblings (whole rests excepted), is left out and
        counted. Raises:
        PolicyLost, and as the judge.
        """
        self.counts["requests"] += 1
        seed = self.seed + self.counts["requests"]
        asked = self.policy.next_steps([node.chain for node in nodes], count, seed, whole=whole)
        fresh: list[tuple[int, Partial, bool, float | None, int]] = []
        for place, (node, proposed) in enumerate(zip(nodes, asked, strict=True)):
            self.counts["tokens"] += proposed.tokens
            self.counts["prompt_tokens"] += proposed.prompt_tokens
            if proposed.fault:
                self.faults[proposed.fault] += 1
            seen: set[tuple[str, ...]] = set()
            for one in proposed.continuations:
                if not (one.steps or node.chain.steps):
                    self.counts["empty"] += 1
                    continue
                if (not whole and one.steps in seen) or any(step in node.chain.steps for step in one.steps):
                    self.counts["repeated"] += 1
                    continue
                seen.add(one.steps)
                ended = one.ends or len(node.chain.steps) + len(one.steps) >= self.budget.depth
                fresh.append((place, node.chain.with_steps(one.steps), ended, one.logprob, one.tokens))
        return self._valued(nodes, fresh)

    def _valued(
        self, nodes: Sequence[Node], fresh: Sequence[tuple[int, Partial, bool, float | None, int]]
    ) -> list[list[Node]]:
        children: list[list[Node]] = [[] for _ in nodes]
        values = self.valuer([chain for _, chain, *_ in fresh])
        for (place, chain, ended, logprob, tokens), valued in zip(fresh, values, strict=True):
            state: State = "cut" if valued.wrong else "end" if ended else "open"
            self.counts[state] += 1
            parent = nodes[place]
            added = len(chain.steps) - len(parent.chain.steps)
            told = (valued.value, valued.colour, logprob, tokens, added)
            node = Node(len(self.nodes), parent.id, chain, state, *told)
            self.nodes.append(node)
            children[place].append(node)
        return children

    def best(self) -> Node:
        """Return the end of the best whole chain; without one, the best chain so far, the longest of equals; of what
        is left the one seen first. A cut chain only where there is no other."""
        order = {"end": 2, "open": 1, "cut": 0}
        return max(self.nodes, key=lambda n: (order[n.state], bool(n.chain.steps), n.value, len(n.chain.steps), -n.id))

    def found(
        self,
        method: str,
        settings: dict[str, Any],
        more: dict[int, dict[str, Any]] | None = None,
        best: Node | None = None,
    ) -> SearchResult:
        """Return what came of the search. ``more``: what the method knows of nodes; ``best``: the node that it
        chose."""
        best = best or self.best()
        trace = {
            "schema": SCHEMA,
            "problem": self.problem,
            "method": method,
            "policy": self.policy.name,
            "rule": self.valuer.rule,
            "seed": self.seed,
            "settings": settings,
            "stopped": self.stopped,
            "counts": dict(sorted(self.counts.items())),
            "faults": dict(sorted(self.faults.items())),
            "best": best.id,
            "nodes": [_as_json(node) | (more or {}).get(node.id, {}) for node in self.nodes],
        }
        return SearchResult(best.chain, best.state == "end", best.value, self.stopped, trace)


def _as_json(node: Node) -> dict[str, Any]:
    logprob = None if node.logprob is None else round(node.logprob, 4)
    told = {"id": node.id, "parent": node.parent, "step": node.step, "state": node.state, "value": node.value}
    return {**told, "judged": node.colour, "logprob": logprob, "tokens": node.tokens}
