"""What a format is: how its rows are told apart from others, and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verifier.intake.example import Example, Neutral, Row


@dataclass(frozen=True, slots=True)
class Format:
    """``matches``: whether a row is of the format. ``read`` takes a row to an example (Raises: KeyError, BadRow).
    ``expects``: in words, what its rows are.

    ``parts``: the rows of one chain each that a row stands for, where it may hold several; ``read`` takes these.
    """

    name: str
    expects: str
    matches: Callable[[Row], bool]
    read: Callable[[Row, Neutral], Example]
