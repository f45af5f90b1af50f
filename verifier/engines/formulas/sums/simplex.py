"""Non-negative solutions of linear equations over the rationals, and those of them at which a linear function is
greatest, by the simplex method with Bland's rule.

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
    found = _feasible(rows, right, count)
    return None if found is None else _read(*found, count)


def greatest(rows: Sequence[Sequence[fmpq]], right: Sequence[fmpq], gain: Sequence[fmpq]) -> list[fmpq] | None:
    """Return a solution ``x >= 0`` of ``rows * x = right`` at which ``gain * x`` is greatest, or None where there is
    none, or no greatest one. No right side is negative.

    Raises:
        TooMuch: where it is not found within the pivots.
    """
    count = len(gain)
    found = _feasible(rows, right, count)
    if found is None:
        return None
    table, basis = found
    for i, index in enumerate(basis):  # what is left of the artificial ones is zero: it makes room, or says nothing
        entering = next((j for j in range(count) if table[i][j] != 0), None) if index >= count else None
        if entering is not None:
            _pivot(table, [fmpq(0)] * (count + 1), i, entering)
            basis[i] = entering
    cost = [-one for one in gain] + [fmpq(0)]
    for row, index in zip(table, basis, strict=True):
        if index < count and (factor := cost[index]):
            cost = [own - factor * other for own, other in zip(cost, row, strict=True)]
    return _read(table, basis, count) if _improved(table, basis, cost, count) else None


def _feasible(
    rows: Sequence[Sequence[fmpq]], right: Sequence[fmpq], count: int
) -> tuple[list[list[fmpq]], list[int]] | None:
    """The table and the basis of a solution, or None where there is none."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    basis = [count + i for i in range(len(rows))]  # artificial ones, which have no column
    cost = [-sum((row[j] for row in table), fmpq(0)) for j in range(count + 1)]
    bounded = _improved(table, basis, cost, count)
    return (table, basis) if bounded and cost[count] == 0 else None


def _improved(table: list[list[fmpq]], basis: list[int], cost: list[fmpq], count: int) -> bool:
    """Change the basis until the cost is least; return whether it is bounded."""
    for _ in range(MAX_PIVOTS):
        entering = next((j for j in range(count) if cost[j] < 0), None)
        if entering is None:
            return True
        leaving = _leaving(table, basis, entering)
        if leaving is None:
            return False
        _pivot(table, cost, leaving, entering)
        basis[leaving] = entering
    raise TooMuch(f"more than {MAX_PIVOTS} pivots")


def _leaving(table: list[list[fmpq]], basis: list[int], entering: int) -> int | None:
    ratios = [(row[-1] / row[entering], basis[i], i) for i, row in enumerate(table) if row[entering] > 0]
    return min(ratios)[2] if ratios else None


def _pivot(table: list[list[fmpq]], cost: list[fmpq], leaving: int, entering: int) -> None:
    spend(len(table) * len(cost) // 16)
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
