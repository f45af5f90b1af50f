"""What is wrong with an input, in one line that a person can act on, and what bounds every input."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

MAX_LINE = 64 * 2**20
"""Longest line, or document that is not in lines, in bytes: what bounds the memory that an input can take."""


@dataclass(frozen=True, slots=True)
class Bad:
    """Input that is not a chain: where it is, and what was expected there."""

    where: str
    message: str
    id: str | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


class BadInput(ValueError):
    """A value that is not what was expected; ``str`` says what was. ``id`` is the chain's, where it could be read."""

    id: str | None = None


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these pairs, as ``json.loads`` hands them over.

    Raises: ValueError on a key that occurs twice: readers differ in which of the two they believe."""
    data = dict(pairs)
    if len(data) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise ValueError(f"the key {twice!r} occurs twice in an object")
    return data


class Unreadable(Exception):
    """An input that gives no rows at all: ``str`` says which, what was expected, and what to do."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.bad = Bad(where, message)
