"""The guard: a named reason not to decide, to refute, to accuse or to approve, with examples; and their registry.

A guard is declared in a table (``notation`` beside this module, and ``readers/exact/guards/guards.toml``) and raised
where its condition is looked at. A defeater is a guard of guards: it takes back what others raised.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeVar

_T = TypeVar("_T", "Guard", "Defeater")
Case = str | tuple[str, ...]
"""An example: a step that stands alone; or a problem and steps, of which the last is looked at."""


class Blocks(StrEnum):
    """What a guard keeps from happening. What is not decided is not refuted, and what is not refuted accuses nobody."""

    DECISION = "decision"
    REFUTATION = "refutation"
    ACCUSATION = "accusation"
    APPROVAL = "approval"


@dataclass(frozen=True, slots=True, order=True)
class Abstention:
    """A guard that was raised: its message, as people read it, its code, and the words of the text that it names."""

    message: str
    code: str
    detail: str = ""

    def __str__(self) -> str:
        return self.message

    def of(self, *guards: Guard) -> bool:
        """Return whether one of these guards was raised."""
        return any(self.code == guard.code for guard in guards)


@dataclass(frozen=True, slots=True)
class Guard:
    """``message``: why, for people; ``{}`` stands for words of the text. ``fires``, ``silent``: examples."""

    code: str
    message: str = field(compare=False)
    blocks: Blocks = field(compare=False)
    fires: tuple[Case, ...] = field(compare=False)
    silent: tuple[Case, ...] = field(compare=False)

    def __call__(self, detail: str = "") -> Abstention:
        """Return the guard as raised, with the words of the text that it is about."""
        return Abstention(self.message.replace("{}", detail), self.code, detail)


@dataclass(frozen=True, slots=True)
class Defeater:
    """``defeats``: the guards that it takes back. It ``fires`` where one of them was raised and does not stand."""

    code: str
    message: str = field(compare=False)
    defeats: tuple[Guard, ...] = field(compare=False)
    fires: tuple[Case, ...] = field(compare=False)
    silent: tuple[Case, ...] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Defeat:
    """What a defeater took back."""

    abstention: Abstention
    message: str
    code: str


REGISTRY: Final[dict[str, Guard | Defeater]] = {}
"""Every guard and defeater by its code, in the order of the tables."""


def guard(
    code: str, message: str, blocks: Blocks, *, fires: tuple[Case, ...] = (), silent: tuple[Case, ...] = ()
) -> Guard:
    """Return a new guard, which the registry holds from now on. Raises: ValueError where the code is taken."""
    return _entered(Guard(code, message, blocks, fires, silent))


def defeater(
    code: str, message: str, *defeats: Guard, fires: tuple[Case, ...] = (), silent: tuple[Case, ...] = ()
) -> Defeater:
    """Return a new defeater of these guards, which the registry holds too. Raises: ValueError as ``guard`` does."""
    return _entered(Defeater(code, message, defeats, fires, silent))


def _entered(new: _T) -> _T:
    if new.code in REGISTRY:
        raise ValueError(f"two guards have the code {new.code!r}")
    REGISTRY[new.code] = new
    return new
