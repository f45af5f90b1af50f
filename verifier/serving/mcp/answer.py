"""What a tool answers: a verdict, its reason, a counterexample, what to do next; a line each, and few tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

LONGEST_LINE: Final = 400
"""Most characters of a line."""

MOST_LINES: Final = 12
"""Most lines beside the verdict and what to do next."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``verdict``: in the words of records; ``lines``: what it rests on; ``counterexample``: values at which it fails;
    ``following``: what to do next. What is empty is not said."""

    verdict: str
    lines: tuple[str, ...] = ()
    counterexample: str = ""
    following: str = ""

    @property
    def text(self) -> str:
        """The answer as the model reads it."""
        kept = list(map(_line, self.lines[:MOST_LINES]))
        if (more := len(self.lines) - MOST_LINES) > 0:
            kept.append(f"and {more} more")
        told = {"counterexample": self.counterexample, "next": self.following}
        return "\n".join([self.verdict, *kept, *(_line(f"{name}: {said}") for name, said in told.items() if said)])


def unknown(reason: str, following: str = "") -> Answer:
    """Return the answer of what could not be decided, with its reason."""
    return Answer(f"unknown: {reason}", following=following)


def at(values: Mapping[str, str]) -> str:
    """Return the values of letters as text: ``x = 0, y = 2``."""
    return ", ".join(f"{name} = {said}" for name, said in sorted(values.items()))


def quoted(pieces: Iterable[str]) -> str:
    """Return words of a text, each in quotation marks."""
    return ", ".join(f"“{' '.join(one.split())}”" for one in pieces)


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 4]} ..."
