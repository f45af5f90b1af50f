"""Columns: equations that stand line under line with nothing between them, each of which is meant to follow.

``A = 3 · 4 + 2`` and under it ``A = 15``: what A was computed as is 15. ``2x + 3 = 7`` and under it ``2x = 10``: the
second follows from the first. Lists look alike (two roots, two factors, the equations of a system), so a line is taken
to follow only where it is what is left of the work that the line above asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.checkers.evaluate import shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Hypothesis
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, free_names, walk_expr
from verifier.mathtext.notation.shapes import asks_for_work
from verifier.readers.exact.reading import Formula

_WORKED = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.POW})
_SIGNS = ("±", "\\pm")


def computed(above: Formula, formula: Formula) -> Formula | None:
    """Return the line as a link of what its left side was computed as above it and its right side; None where the line
    above gives no computation of the same thing, or this one no simpler value."""
    name, work, found = above.left, above.right, formula.right
    if formula.role in ("denied", "asked", "supposed"):
        return None
    same = formula.line and not formula.position and name.term == formula.left.term and name.label == formula.left.label
    if not same or above.relation is not Head.EQ or formula.relation is not Head.EQ:
        return None
    if free_names(work.term, found.term) or not name.term.free or above.doubts or above.choice or formula.choice:
        return None
    if (work.units and found.units and work.units != found.units) or not _computes(work.term):
        return None
    alone = isinstance(name.term, Sym) and not name.label
    simpler = shown(found.term) is not None or (not alone and _size(found.term) < _size(work.term))
    return replace(formula, left=work, position=1, role="asserted") if simpler else None


def follows(said: Sequence[tuple[Formula, Hypothesis]], formula: Formula) -> bool:
    """Return whether an equation in one unknown is the line under the one said last, and what is left of its work."""
    if not formula.line or not said:
        return False
    above, premise = said[-1]
    names = free_names(formula.left.term, formula.right.term)
    if len(names) != 1 or premise.formula.free != names:
        return False
    before, after = (premise.left, premise.right), (formula.left.term, formula.right.term)
    smaller = sum(map(_size, after)) < sum(map(_size, before))
    if _signed(above) and _signed(formula):
        return smaller and _pending(*after) < _pending(*before)
    if set(before) & set(after) or _holds(said, formula):
        return False
    return smaller or asks_for_work(*before)


def _signed(formula: Formula) -> bool:
    return any(sign in formula.text for sign in _SIGNS)


def _holds(said: Sequence[tuple[Formula, Hypothesis]], formula: Formula) -> bool:
    """Whether a value that the formula gives solves one of the equations: of a list, each line has its own."""
    name, number = formula.left.term, formula.right.term
    if not isinstance(name, Sym) or number.free:
        return False
    for _, premise in said:
        try:
            point = {name.name: value(number, {})}
            if value(premise.left, point) == value(premise.right, point):
                return True
        except NotEvaluated:
            continue
    return False


def _computes(term: Expr) -> bool:
    """Whether a term without letters is a computation that is not done yet, and no number in its own right: neither
    ``3/4`` nor ``2√3`` nor ``π/2``."""
    plain = not any(isinstance(part, Const) for part in walk_expr(term))
    return _pending(term) > 0 and plain and shown(term) is None


def _pending(*terms: Expr) -> int:
    """How many sums, products and powers of two numerals are left to be worked out."""
    parts = [part for term in terms for part in walk_expr(term) if isinstance(part, Node) and part.head in _WORKED]
    return sum(all(isinstance(arg, Int | Dec) for arg in part.args) for part in parts)


def _size(term: Expr) -> int:
    return sum(1 for _ in walk_expr(term))
