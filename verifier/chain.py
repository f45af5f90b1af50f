"""Problems, steps and chains: frozen text that knows no mathematics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256

Span = tuple[int, int]
"""Start and end as code-point offsets into a step's text."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a chain, 0-based ``index``.

    >>> Chain.of("Add.", ["2 + 3 = 5"]).steps
    (Step(index=0, text='2 + 3 = 5'),)
    """

    index: int
    text: str


@dataclass(frozen=True, slots=True)
class Chain:
    """A problem and the steps that claim to solve it; ``answer`` is the reference answer where one is known.

    >>> chain = Chain.of("Add 2 and 3.", ["2 + 3 = 5"], id="sum", answer="5")
    >>> len(chain.steps), chain.answer
    (1, '5')

    ``place``: where it was read, ``homework.txt`` or ``gsm.jsonl:2``; None of a chain that no input holds. ``split``:
    how one text was split into the steps; None where they were given as steps. Both are no part of what it says.
    """

    problem: str
    steps: tuple[Step, ...]
    id: str | None = None
    answer: str | None = None
    place: str | None = field(default=None, compare=False)
    split: str | None = field(default=None, compare=False)

    @classmethod
    def of(cls, problem: str, steps: Iterable[str], id: str | None = None, answer: str | None = None) -> Chain:
        """Return the chain of these texts. Raises: ValueError on an empty chain, TypeError on what is no string."""
        texts = [steps] if isinstance(steps, str) else list(steps)
        if not isinstance(problem, str):
            raise TypeError(f"expected the problem as a string, got {type(problem).__name__}")
        for number, text in enumerate(texts):
            if not isinstance(text, str):
                raise TypeError(f"expected step {number} as a string, got {type(text).__name__}")
        if not texts:
            raise ValueError("expected at least one step, got an empty chain")
        return cls(problem, tuple(Step(i, text) for i, text in enumerate(texts)), id, answer)

    @classmethod
    def given(cls, problem: str | Chain, steps: Iterable[str] | None = None) -> Chain:
        """Return what a caller gave: a chain as it is, or that of a problem and its steps. Raises: as ``of``."""
        if not isinstance(problem, Chain):
            return cls.of(problem, steps if steps is not None else [])
        if steps is not None:
            raise TypeError("expected a chain alone, or a problem and its steps; got a chain and steps")
        return problem


def name_of(id: str | None, place: str | None) -> str | None:
    """Return what a chain is called in reports: its id and its place, ``c1 (gsm.jsonl:2)``, or the one that it has."""
    if id is not None and place and place not in id and not place.startswith("<stdin>"):
        return f"{id} ({place})"
    return id if id is not None else place or None


def with_id(chain: Chain) -> Chain:
    """Return a chain with an id: its own, or one that follows from its text."""
    if chain.id is not None:
        return chain
    told = "\0".join((chain.problem, *(step.text for step in chain.steps)))
    return replace(chain, id=f"text-{sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}")


def problem_hash(problem: str) -> str:
    """Return a hash that problems share which differ in case, blanks and marks alone."""
    plain = "".join(c for c in problem.lower() if c.isalnum())
    return sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:16]
