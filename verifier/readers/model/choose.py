"""What is to be translated and by whom: the model that a name stands for, and the tasks that chains come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, Protocol

from verifier.asking.choose import named
from verifier.asking.request import Manner
from verifier.chain import Chain, with_id
from verifier.endpoint import Patience
from verifier.language.formal_chain import FormalChain
from verifier.readers.model.translate import Task, Translated

Mode = Literal["auto", "whole", "problem"]
"""One request a chain; or one for each problem and one for each chain over it; ``auto``: that for shared problems."""


class Examine(Protocol):
    """Tells what is wrong with the facts of a problem; with its reference answer, where one is known."""

    def __call__(self, formal: FormalChain, reference: str | None) -> Sequence[str]:
        """Return it in words."""
        ...


LeavesOpen = Callable[[Chain, Sequence[FormalChain]], bool]
"""Tells whether the translations of a chain leave a step of it open."""


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


Made = Mapping[tuple[str | None, int], FormalChain | None]
"""Translations by chain and sample; None where there is none to be had."""


def in_turn(
    tasks: Sequence[Task],
    run: Callable[[Sequence[Task]], Sequence[Translated]],
    leaves_open: LeavesOpen,
    made: Made | None = None,
) -> list[Translated]:
    """Return what ``run`` makes of tasks: the first two samples of every chain, and each further one where those before
    leave a step of its chain open. ``made``: translations that need no run."""
    known, done = dict(made or {}), list[Translated]()
    for sample in range(1, 1 + max([1, *(task.sample for task in tasks)])):
        turn = [
            task for task in tasks if (task.sample == sample or task.sample < sample == 1) and _key(task) not in known
        ]
        if sample > 1:
            turn = [task for task in turn if _is_wanted(task, known, leaves_open)]
        found = run(turn) if turn else ()
        known |= {_key(one.task): one.chain for one in found}
        done += found
    return done


def _key(task: Task) -> tuple[str | None, int]:
    return task.chain.id, task.sample


def _is_wanted(task: Task, made: Made, leaves_open: LeavesOpen) -> bool:
    before = [(task.chain.id, sample) for sample in range(task.sample)]
    if any(one not in made for one in before):
        return False  # not answered yet
    found = [one for one in map(made.get, before) if one is not None]
    return len(found) < 2 or leaves_open(task.chain, found)


def without_doubles(chains: Iterable[Chain]) -> tuple[list[Chain], list[str]]:
    """Return the chains, each id once, and the ids that stand for several texts, of which the first is kept."""
    found: dict[str | None, Chain] = {}
    doubles = []
    for chain in map(with_id, chains):
        before = found.setdefault(chain.id, chain)
        if (before.problem, before.steps) != (chain.problem, chain.steps):
            doubles.append(chain.id or "")
    return list(found.values()), doubles
