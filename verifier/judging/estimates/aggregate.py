"""Step scores to one score of the chain."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

NEUTRAL: Final = 0.5
"""The score of a chain of which nothing is known."""

AGGREGATIONS: Final[Mapping[str, Callable[[Sequence[float]], float]]] = {
    "min": min,
    "product": math.prod,
    "mean": lambda scores: sum(scores) / len(scores),
    "last": lambda scores: scores[-1],
}
"""min and product: Lightman et al., arXiv:2305.20050, section 2; last: Snell et al., arXiv:2408.03314, section 3."""


def aggregate(scores: Sequence[float | None], how: str) -> float:
    """Return the score of a chain from those of its steps, by a name in ``AGGREGATIONS``.

    A missing score says nothing and is left out; a chain without any has ``NEUTRAL``. Raises: KeyError.
    """
    found = [score for score in scores if score is not None]
    return AGGREGATIONS[how](found) if found else NEUTRAL
