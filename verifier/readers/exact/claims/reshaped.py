"""Reshaped expressions: two sides that are one expression by their shape, ``(x + 1)^3 = x^3 + 3x^2 + 5x + 1``.

One side asks to be worked out, the other is what comes of it but for one coefficient. Whatever relation the chain may
have used quietly, it does not do that: the one term in which the sides differ would have to be zero, and nobody writes
a term that is zero with another coefficient.
"""

from __future__ import annotations

from verifier.kernel.claim import Binder, Claim
from verifier.kernel.expr import Head
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.shapes import asks_for_work, same_growth
from verifier.readers.exact.reading import Formula

LINKED, ALONE = 2, 3
"""How many terms must agree: of an equation and the one that it is written from, and of the sides of an equation."""

_UNTOLD = frozenset({"denied", "asked"})
_OF_EQUATIONS = words.SYSTEM | {"both", "sides"}


def reshaped(formula: Formula) -> tuple[Claim, int] | None:
    """Return the claim that both sides are one expression, where the formula's shape and words say so, and how many
    terms must agree for that; None where they do not."""
    left, right = formula.left, formula.right
    names = left.term.free
    if formula.relation is not Head.EQ or formula.role in _UNTOLD or not names or names != right.term.free:
        return None
    odd = any(len(name) > 1 and "_" not in name for name in names) or "i" in names
    if odd or left.label or right.label or left.rows or right.rows:
        return None
    if not same_growth(left.term, right.term, sorted(names)):
        return None
    works = asks_for_work(left.term), asks_for_work(right.term)
    if formula.position:
        return (_identity(formula), ALONE) if any(works) and not formula.binds else None
    said = formula.words.union(formula.before)
    told = said & words.REWRITTEN and not said & _OF_EQUATIONS and formula.role == "asserted"
    return (_identity(formula), ALONE) if told and works == (True, False) else None


def _identity(formula: Formula) -> Claim:
    return Claim(Head.EQ, formula.left.term, formula.right.term, Binder.FOR_ALL)
