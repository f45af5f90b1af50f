"""Exact bounds for a share of independent cases (Clopper and Pearson, Biometrika 26, 1934, pages 404-413)."""

from __future__ import annotations

import math
from typing import Final

LEVEL: Final = 0.95
_HALVINGS: Final = 60


def upper(hits: int, cases: int, level: float = LEVEL) -> float | None:
    """Return the one-sided upper bound of the share that gave ``hits`` of ``cases``; None without cases.

    With no hit it is 1 - (1 - level)^(1/cases), about 3/cases. Raises: ValueError on counts that do not fit.
    """
    if not 0 <= hits <= cases:
        raise ValueError(f"expected 0 <= hits <= cases, not {hits} of {cases}")
    if not cases or hits == cases:
        return 1.0 if cases else None
    low, high = hits / cases, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(hits, cases, middle) > 1 - level else (low, middle)
    return high


def lower(hits: int, cases: int, level: float = LEVEL) -> float | None:
    """Return the one-sided lower bound of the share that gave ``hits`` of ``cases``; None without cases.

    Raises: ValueError on counts that do not fit.
    """
    other = upper(cases - hits, cases, level)
    return None if other is None else 1 - other


def needed(errors: int, share: float, level: float = LEVEL, most: int = 1_000_000) -> int | None:
    """Return the fewest cases, ``errors`` of which miss, whose lower bound is ``share``; None beyond ``most``.

    Without errors they are ceil(ln(1 - level) / ln(share)). Raises: ValueError on a share that no count has.
    """
    if not 0 < share < 1 or errors < 0:
        raise ValueError(f"expected errors of 0 or more and 0 < share < 1, not {errors} and {share}")

    def enough(cases: int) -> bool:
        return _at_most(errors, cases, 1 - share) <= 1 - level

    few, many = errors, max(1, 2 * errors)
    while not enough(many):
        few, many = many, 2 * many
        if few > most:
            return None
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if enough(middle) else (middle, many)
    return many


def _at_most(hits: int, cases: int, share: float) -> float:
    """The chance of at most ``hits`` of ``cases`` where each hits with the chance ``share``, 0 < share < 1."""
    if share <= 0 or share >= 1:
        return 1.0 if share <= 0 else 0.0
    yes, no, whole = math.log(share), math.log1p(-share), math.lgamma(cases + 1)
    return math.fsum(
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(cases - k + 1) + k * yes + (cases - k) * no)
        for k in range(hits + 1)
    )
