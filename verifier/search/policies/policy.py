"""What every policy answers: next steps for chains. A policy writes steps; it never judges them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from verifier.answers.final_answer import final_answer

INSTRUCTION: Final = (
    "Solve the problem step by step. Write each step on a line of its own. "
    'End with a line "The answer is" and the final answer.'
)
"""What a model is told before the problem."""

MAX_STEP: Final = 20_000  # characters of one step; what is longer is cut off


@dataclass(frozen=True, slots=True)
class Partial:
    """A chain so far: a problem and its steps, none at the start."""

    problem: str
    steps: tuple[str, ...] = ()

    def with_steps(self, steps: Sequence[str]) -> Partial:
        """Return this chain with more steps."""
        return Partial(self.problem, (*self.steps, *steps))


@dataclass(frozen=True, slots=True)
class Call:
    """What a search asks of a policy at once: ``next_steps`` with these arguments."""

    chains: tuple[Partial, ...]
    count: int
    seed: int
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Continuation:
    """One way to go on: one step, or all the steps up to the end where the whole rest was asked for.

    ``ends``: nothing follows; without steps, the chain ends where it stands. ``logprob``: natural logarithm of its
    probability, the sum over its ``tokens``, under the policy as it is (temperature 1); None where it is not told.
    ``cut``: the limit of tokens was reached before the end; the line that it cut off is not among the steps.
    """

    steps: tuple[str, ...]
    ends: bool
    logprob: float | None = None
    tokens: int = 0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a policy gives for one chain: continuations, fewer than asked or none; ``fault`` says why there are fewer.

    ``prompt_tokens``: what it read.
    """

    continuations: tuple[Continuation, ...] = ()
    fault: str = ""
    prompt_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Tokens that were written."""
        return sum(one.tokens for one in self.continuations)


class PolicyLost(RuntimeError):
    """The policy answers no more; ``str`` says why. A search that meets it returns the best that it has."""


class PolicyUnavailable(RuntimeError):
    """No such policy can be had here; ``str`` says what to change. ``usage``: it was asked for wrongly."""

    def __init__(self, message: str, *, usage: bool = False) -> None:
        super().__init__(message)
        self.usage = usage


class Policy(Protocol):
    """Writes next steps. The same chains, count and seed give the same continuations, as far as its model allows."""

    @property
    def name(self) -> str:
        """Name and version, as traces carry it."""
        ...

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        """Return ``count`` continuations for each chain, in order: of one step, or with ``whole`` of all the rest.

        Raises: PolicyLost; what concerns one chain only is that chain's ``fault``.
        """
        ...


@runtime_checkable
class Batched(Policy, Protocol):
    """A policy that gains from many calls at once, as a model does."""

    def answered(self, calls: Sequence[Call]) -> list[list[Proposed]]:
        """Return what ``next_steps`` gives for each call, in order. Raises: PolicyLost."""
        ...


def ends(step: str) -> bool:
    """Return whether a step gives the final answer, marked as one."""
    found = final_answer(step)
    return found is not None and found.is_told


def fault_of(wanted: int, made: int, cut: int, limit: int) -> str:
    """Return why there are fewer continuations than were wanted, ``cut`` of them for the limit of tokens."""
    empty = f"{wanted - made - cut} of {wanted} continuations were empty" if wanted - made - cut > 0 else ""
    stopped = f"{cut} of {wanted} steps were cut off at {limit} tokens" if cut else ""
    return "; ".join(filter(None, (empty, stopped)))


def whole_lines(text: str) -> str:
    """Return a text that was cut off without its last line, of which nobody knows how it goes on."""
    return text[: text.rfind("\n") + 1]


def as_steps(text: str) -> tuple[str, ...]:
    """Return the lines of a text that are not blank, each a step, up to the first that gives the final answer."""
    steps: list[str] = []
    for line in text.splitlines():
        if line.strip():
            steps.append(line.strip()[:MAX_STEP])
            if ends(steps[-1]):
                break
    return tuple(steps)
