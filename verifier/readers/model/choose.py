"""What is to be translated and by whom: the model that a name stands for, and the tasks that chains come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, Protocol

from verifier.asking.choose import named
from verifier.asking.request import Manner
from verifier.chain import Chain, with_id
from verifier.endpoint import Patience
from verifier.language.formal_chain import FormalChain
from verifier.readers.model.translate import Task

Mode = Literal["auto", "whole", "problem"]
"""One request a chain; or one for each problem and one for each chain over it; ``auto``: that for shared problems."""


class Examine(Protocol):
    """Tells what is wrong with the facts of a problem; with its reference answer, where one is known."""

    def __call__(self, formal: FormalChain, reference: str | None) -> Sequence[str]:
        """Return it in words."""
        ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who translates, and how. ``spec``: ``openai:MODEL`` or ``hf:PATH``; ``url``: of the server."""

    spec: str
    samples: int = 2
    manner: Manner = field(default_factory=lambda: Manner(temperature=0.7))
    mode: Mode = "auto"
    context: int = 32_000
    url: str | None = None
    patience: Patience = field(default_factory=Patience)


def tasks_of(chains: Sequence[Chain], wanted: Wanted, examine: Examine | None = None) -> list[Task]:
    """Return the tasks of chains, those of one chain together, in order.

    Chains over one problem share its reference answer, that of the first which has one: its facts are translated once.

    Raises:
        ModelUnavailable: where the name is of no model.
    """
    name = named(wanted.spec)
    shared = Counter(chain.problem for chain in chains)
    answers: dict[str, str] = {}
    for chain in chains:
        if chain.answer is not None:
            answers.setdefault(chain.problem, chain.answer)
    found = []
    for chain in map(with_id, chains):
        looking = None if examine is None else partial(examine, reference=answers.get(chain.problem))
        together = bool(chain.problem.strip()) and (
            wanted.mode == "problem" or (wanted.mode == "auto" and shared[chain.problem] > 1)
        )
        for sample in range(wanted.samples):
            found.append(Task(chain, name, wanted.manner, sample, together, wanted.context, looking))
    return found


def without_doubles(chains: Iterable[Chain]) -> tuple[list[Chain], list[str]]:
    """Return the chains, each id once, and the ids that stand for several texts, of which the first is kept."""
    found: dict[str | None, Chain] = {}
    doubles = []
    for chain in map(with_id, chains):
        before = found.setdefault(chain.id, chain)
        if (before.problem, before.steps) != (chain.problem, chain.steps):
            doubles.append(chain.id or "")
    return list(found.values()), doubles
