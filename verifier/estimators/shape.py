"""The shape of steps: how much each says, and how many of its numbers are new. Who claims more errs more often."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from verifier.chain import Chain

FEATURES = ("letters", "letters so far", "problem", "place", "numbers", "new numbers", "relations", "repeated")
"""What each column says: sizes and counts as logarithms of one more, each of what the step and its past hold."""


def shapes(chain: Chain) -> npt.NDArray[np.float32]:
    """Return S x F features; a row depends on the problem and on the steps up to its own."""
    return np.array(list(_rows(chain)), dtype=np.float32)


def _rows(chain: Chain) -> Iterator[list[float]]:
    known = set(_numbers(chain.problem))
    size = len(chain.problem)
    said: set[str] = set()
    total = 0
    for step in chain.steps:
        text, numbers = step.text, _numbers(step.text)
        total += len(text)
        new = sum(number not in known for number in numbers)
        relations = sum(text.count(sign) for sign in "=<>≤≥≈≠")
        counts = (len(text) / 20, total / 20, size / 20, step.index, len(numbers), new, relations)
        yield [*(math.log1p(count) for count in counts), float(text.strip() in said)]
        known.update(numbers)
        said.add(text.strip())


def _numbers(text: str) -> list[str]:
    """The runs of digits in ``text``, with points inside them."""
    found, start = [], None
    for at, character in enumerate(text + " "):
        inside = character.isdecimal() or (character == "." and start is not None and text[at + 1 : at + 2].isdecimal())
        if inside and start is None:
            start = at
        elif not inside and start is not None:
            found.append(text[start:at])
            start = None
    return found
