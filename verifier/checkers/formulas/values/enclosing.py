"""Comparisons and roundings of numbers that are not rational, by rigorous enclosures of them (trusted)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from verifier.checkers.enclosure import Ball, Doubtful, enclose, precisions, rational
from verifier.checkers.formulas.values.values import Place
from verifier.checkers.functions import unit
from verifier.kernel.expr import Expr, Head
from verifier.kernel.verdict import CheckFailed

TRIES = 2  # precisions that are tried
COST = 100  # units of work


def order(one: Expr, other: Expr, place: Place) -> int | None:
    """Return 1 where a number is surely greater than another one, -1 where it is surely less, else None."""
    for left, right in _balls((one, other), place):
        if left < right or left > right:
            return -1 if left < right else 1
    return None


def about(exact: Expr, shown: Fraction, places: Fraction, place: Place) -> bool | None:
    """Return whether a number is surely written as another one, to so many places: within half a unit of the last,
    where the other is written to these; False: they are surely more than a unit apart; None: neither is sure.

    Raises:
        Unsupported: where they are no number of places that is known.
    """
    last = unit(places)
    for (ball,) in _balls((exact,), place):
        gap = abs(ball - rational(shown))
        if gap < rational(last / 2) and (shown / last).denominator == 1:
            return True
        if gap > rational(last):
            return False
    return None


def rounded(head: Head, number: Expr, place: Place) -> Fraction | None:
    """Return a number rounded down (``floor``), or up; None where that is not sure."""
    for (ball,) in _balls((number,), place):
        found = ball.floor() if head is Head.FLOOR else ball.ceil()
        if found.is_exact():
            return Fraction(int(found.unique_fmpz()))
    return None


def _balls(numbers: tuple[Expr, ...], place: Place) -> Iterator[list[Ball]]:
    """Finite balls that hold the numbers where these are defined, ever smaller ones."""
    for _ in islice(precisions(), TRIES):
        place.work.spend(COST)
        letters = {name: rational(Fraction(x)) for name, x in place.letters.items()}
        try:
            found = [enclose(term, frozenset(), letters) for term in numbers]
        except Doubtful:
            continue
        except CheckFailed:
            return
        if all(ball.is_finite() for ball in found):
            yield found
