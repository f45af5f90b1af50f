"""Computations that leave nothing to be rounded, whatever the text says of rounding: ``4.20 + 9.45 = 13.65``."""

from __future__ import annotations

from collections.abc import Set

from verifier.checkers.evaluate import shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Dec, Head, walk_expr
from verifier.readers.exact.guards.table import DEFEATERS
from verifier.readers.exact.reading import Formula


def fits(formula: Formula, exact: Set[Dec]) -> bool:
    """Return whether decimals known to be exact make a number that has no more places than the right side shows."""
    right, given = shown(formula.right.term), {t for t in walk_expr(formula.left.term) if isinstance(t, Dec)}
    if right is None or not right[2] or not given <= exact or formula.relation is not Head.EQ:
        return False
    try:
        return (value(formula.left.term, {}) / right[1]).denominator == 1
    except NotEvaluated:
        return False


def unrounded(formula: Formula, exact: Set[Dec]) -> Formula:
    """Return a formula without the obstacles that words of rounding are, where nothing is left to be rounded."""
    if not fits(formula, exact):
        return formula
    return formula.without(DEFEATERS["nothing-rounded"])
