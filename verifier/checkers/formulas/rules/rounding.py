"""Roundings of numbers that are not evaluated (trusted): between which bounds a number is that rounds to another.

``about(a, b, places)`` holds where ``b`` has no more than these places and is at most half a unit of the last one from
``a``; it fails where it is more than a unit away. Nearer, or with decimals in ``a``, nothing is said here.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.linear import Shows, listed
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated, unit
from verifier.kernel.expr import Dec, Expr, Head, Node, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason


def by_rounding(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check ``about`` by the bounds between which its number lies: both (F reading: the one ``index`` beyond a unit).

    Raises:
        CheckFailed: where that is not shown, or the other number has more places.
    """
    trees = listed(tree.get("trees"))
    if holds:
        bounds = roundings(formula)
    else:
        index = tree.get("index")
        if type(index) is not int or index not in (0, 1):
            raise CheckFailed("a number is below or above what it does not round to")
        bounds = [beyond(formula)[index]]
    if len(trees) != len(bounds):
        raise CheckFailed("a tree for each bound is needed")
    for bound, one in zip(bounds, trees, strict=True):
        walk.show(True, bound, place.inside(), one)


def roundings(formula: Expr) -> list[Expr]:
    """Return the comparisons that make a number round to another.

    Raises:
        CheckFailed: where the formula is no such rounding.
    """
    number, to, last = _read(formula)
    if (to / last).denominator != 1:
        raise CheckFailed("a number is rounded to one with fewer places", Reason.ROUNDED)
    return [node(Head.GE, number, numeral(to - last / 2)), node(Head.LE, number, numeral(to + last / 2))]


def beyond(formula: Expr) -> list[Expr]:
    """Return the comparisons either of which makes a rounding fail.

    Raises:
        CheckFailed: where the formula is no such rounding.
    """
    number, to, last = _read(formula)
    return [node(Head.LT, number, numeral(to - last)), node(Head.GT, number, numeral(to + last))]


def unit_of(places: Expr) -> Fraction | None:
    """Return what one is worth in the last of so many places, or None where that is not known."""
    try:
        return unit(value(places, {}))
    except NotEvaluated:
        return None


def _read(formula: Expr) -> tuple[Expr, Fraction, Fraction]:
    """The number, what it is rounded to, and the unit of the last place."""
    if not isinstance(formula, Node) or formula.head is not Head.ABOUT:
        raise CheckFailed("the rule is of about")
    number, to, places = formula.args
    if any(isinstance(part, Dec) for part in walk_expr(number)):
        raise CheckFailed("a decimal may be rounded", Reason.ROUNDED)
    try:
        return number, value(to, {}), unit(value(places, {}))
    except NotEvaluated as error:
        raise CheckFailed(str(error), Reason.OUT_OF_SCOPE) from error
