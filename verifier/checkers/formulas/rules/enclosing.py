"""Comparisons shown by enclosures of both sides, letters being anywhere between rational bounds (trusted)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from verifier.checkers.enclosure import Ball, Doubtful, enclose, precisions, rational
from verifier.checkers.evaluate import value
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import REAL, TURNED
from verifier.checkers.formulas.rules.linear import Shows, listed
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import COMPARISONS, Dec, Expr, Head, Node, Sym, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

Box = dict[str, tuple[Fraction, Fraction]]
"""The rational bounds of letters."""
_OPPOSITE = {
    **{Head.EQ: Head.NE, Head.NE: Head.EQ, Head.LT: Head.GE, Head.GE: Head.LT, Head.LE: Head.GT, Head.GT: Head.LE},
}


def by_enclosing(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a comparison by what encloses its sides, letters being between the bounds that ``uses`` say.

    Raises:
        CheckFailed: where they are not apart as it says, or a side may be undefined there.
    """
    held = [walk.held(index, place).formula for index in listed(tree.get("uses"))]
    if not apart(holds, formula, place, bounds_of(held)):
        raise CheckFailed("the enclosures do not show that")
    walk.note("enclosed")


def bounds_of(formulas: Iterable[Expr]) -> Box:
    """Return the letters that formulas set both a least and a greatest rational number for, with these."""
    low: dict[str, Fraction] = {}
    high: dict[str, Fraction] = {}
    for formula in formulas:
        for name, head, number in _bound(formula):
            if head in (Head.GT, Head.GE):
                low[name] = max(number, low.get(name, number))
            else:
                high[name] = min(number, high.get(name, number))
    return {name: (low[name], high[name]) for name in low.keys() & high.keys() if low[name] <= high[name]}


def _bound(formula: Expr) -> Iterable[tuple[str, Head, Fraction]]:
    if not isinstance(formula, Node) or formula.head not in TURNED:
        return
    for head, (one, other) in ((formula.head, formula.args), (TURNED[formula.head], formula.args[::-1])):
        if isinstance(one, Sym) and not _decimals(other):
            try:
                yield one.name, head, value(other, {})
            except NotEvaluated:
                continue


def apart(holds: bool, formula: Expr, place: Place, box: Box) -> bool:
    """Return whether enclosures show a reading of a comparison of real numbers.

    Raises:
        CheckFailed: where it is no such comparison, or a side is undefined.
    """
    if not isinstance(formula, Node) or formula.head not in COMPARISONS or _decimals(formula):
        raise CheckFailed("enclosures are of the sides of a comparison, without decimals")
    if any(place.types.get(name) not in REAL for name in formula.free) or not formula.free <= box.keys():
        raise CheckFailed("a letter without bounds", Reason.OUT_OF_SCOPE)
    head = formula.head if holds else _OPPOSITE[formula.head]
    for _ in precisions():
        at = {name: between(*box[name]) for name in formula.free}
        try:
            one, other = (enclose(side, frozenset(), at) for side in formula.args)
        except Doubtful:
            continue
        if one.is_finite() and other.is_finite() and _stand(head, one, other):
            return True
    return False


def between(low: Fraction, high: Fraction) -> Ball:
    """Return a ball that holds all numbers from one rational number to another, at the present precision."""
    return rational(low).union(rational(high))


def _stand(head: Head, one: Ball, other: Ball) -> bool:
    match head:
        case Head.LT | Head.LE:
            return bool(one < other)
        case Head.GT | Head.GE:
            return bool(one > other)
        case Head.NE:
            return bool(one < other or one > other)
    return False


def _decimals(expr: Expr) -> bool:
    return any(isinstance(part, Dec) for part in walk_expr(expr))
