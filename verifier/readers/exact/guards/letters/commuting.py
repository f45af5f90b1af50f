"""Letters that stand for vectors, matrices and the like: their products are of several kinds, or do not commute.

A product of two letters is read as a product of numbers. Where the chain or its problem speaks of vectors and a sign
stands between them, where it speaks of matrices and the letters are capitals, or where the letters are set bold,
nothing is decided of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from verifier.kernel.expr import Expr, Head, Node, walk_expr
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula, Reading

_VECTORS: Final = frozenset({"vector", "vectors"})
_MATRICES: Final = frozenset({"matrix", "matrices"})
_RINGS: Final = frozenset(
    {"quaternion", "quaternions", "noncommutative", "non-commutative", "commutator", "nonabelian", "non-abelian"}
    | {"subgroup"}
)
_STRUCTURES: Final = frozenset({"ring", "group"})
_OF_STRUCTURES: Final = frozenset({"element", "elements", "identity", "unity", "abelian", "commutative", "ideal"})
_SIGNS: Final = ("×", "·", "⋅", "∙", "*", "∗", "\\times", "\\cdot")
_BOLD: Final = ("\\mathbf", "\\bf")


def guarded(readings: Sequence[Reading], story: frozenset[str]) -> list[Reading]:
    """Return the readings of a chain's steps, a doubt put to every product that may be no product of numbers.

    ``story`` holds the words of the problem.
    """
    said = story.union(*(reading.vocabulary for reading in readings))
    rings = bool(said & _RINGS) or bool(said & _STRUCTURES and said & _OF_STRUCTURES)
    kinds = bool(said & _VECTORS), bool(said & _MATRICES), rings
    return [
        replace(reading, formulas=tuple(_guarded(formula, *kinds) for formula in reading.formulas))
        for reading in readings
    ]


def _guarded(formula: Formula, vectors: bool, matrices: bool, rings: bool) -> Formula:
    signed = vectors and any(sign in formula.text for sign in _SIGNS)
    bold = any(font in formula.text for font in _BOLD)
    pairs = [pair for side in (formula.left, formula.right) for pair in _products(side.term)]
    capitals = matrices and any(_capital(a) and _capital(b) for a, b in pairs)
    open_ = capitals or (bool(pairs) and (signed or bold or rings))
    return replace(formula, doubts=(*formula.doubts, GUARDS["vectors-or-matrices"]())) if open_ else formula


def _products(term: Expr) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The letters of both factors of every product, of every quotient by letters, and of every power of a sum."""
    for inner in walk_expr(term):
        if not isinstance(inner, Node):
            continue
        first, last = inner.args[0].free, inner.args[-1].free
        if inner.head is Head.MUL and first and last:
            yield first, last
        elif inner.head is Head.DIV and last:
            yield first | last, last
        elif inner.head is Head.POW and len(first) > 1:
            yield first, first


def _capital(names: frozenset[str]) -> bool:
    return any(name[:1].isupper() for name in names)
