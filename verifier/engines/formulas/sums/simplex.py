"""Non-negative solutions of linear equations over the rationals, by the simplex method with Bland's rule.

The work is counted in pivots, so that the same system gives the same answer on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from verifier.checkers.effort import spend

MAX_PIVOTS = 200


class TooMuch(Exception):
    """More pivots than ``MAX_PIVOTS``."""


def nonnegative(rows: Sequence[Sequence[fmpq]], right: Sequence[fmpq]) -> list[fmpq] | None:
    """Return a solution ``x >= 0`` of ``rows * x = right``, whose right sides are not negative, or None where there is
    none.

    Raises:
        TooMuch: where it is not found within the pivots.
    """
    count = len(rows[0]) if rows else 0
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    basis = [count + i for i in range(len(rows))]  # artificial ones, which have no column
    cost = [-sum((row[j] for row in table), fmpq(0)) for j in range(count + 1)]
    for _ in range(MAX_PIVOTS):
        entering = next((j for j in range(count) if cost[j] < 0), None)
        if entering is None:
            return _read(table, basis, count) if cost[count] == 0 else None
        leaving = _leaving(table, basis, entering)
        if leaving is None:
            return None
        _pivot(table, cost, leaving, entering)
        basis[leaving] = entering
    raise TooMuch(f"more than {MAX_PIVOTS} pivots")


def _leaving(table: list[list[fmpq]], basis: list[int], entering: int) -> int | None:
    ratios = [(row[-1] / row[entering], basis[i], i) for i, row in enumerate(table) if row[entering] > 0]
    return min(ratios)[2] if ratios else None


def _pivot(table: list[list[fmpq]], cost: list[fmpq], leaving: int, entering: int) -> None:
    spend(len(table) * len(cost) // 4)
    by = table[leaving][entering]
    table[leaving] = pivot = [value / by for value in table[leaving]]
    for row in (*(row for i, row in enumerate(table) if i != leaving), cost):
        if factor := row[entering]:
            for j, value in enumerate(pivot):
                if value:
                    row[j] -= factor * value


def _read(table: list[list[fmpq]], basis: list[int], count: int) -> list[fmpq]:
    found = [fmpq(0)] * count
    for row, index in zip(table, basis, strict=True):
        if index < count:
            found[index] = row[-1]
    return found
