"""What every template makes: a problem with the steps that solve it, not yet judged."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Literal

Level = Literal["easy", "medium", "hard"]
"""How hard: larger numbers and longer chains."""

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")

Draft = tuple[str, list[str]]
"""A problem and its steps."""

Template = Callable[[random.Random, Level], Draft]

_FIRST = ("First, ", "We have ", "We see that ")
_LATER = ("So ", "Then ", "Thus ", "Next, ", "Now ", "Hence ", "Therefore ", "We get ")


def told(dice: random.Random, formulas: Sequence[str]) -> list[str]:
    """Return formulas as steps, each in a sentence of its own."""
    return [dice.choice(_LATER if number else _FIRST) + text + "." for number, text in enumerate(formulas)]


def number(dice: random.Random, level: Level) -> int:
    """Return a number of as many digits as the level has, never a round one."""
    low, high = {"easy": (3, 30), "medium": (20, 200), "hard": (150, 3000)}[level]
    while (found := dice.randint(low, high)) % 10 == 0:
        pass
    return found


def small(dice: random.Random, level: Level) -> int:
    """Return a factor from 2 on, larger at higher levels."""
    return dice.randint(2, {"easy": 9, "medium": 19, "hard": 49}[level])
