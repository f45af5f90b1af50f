"""Spreading: a relation that stands for several, or for a choice, as plain relations that say the same.

``x = 2 ± 1`` says that x is one of two numbers: the product of both differences is zero. ``4 ± 2 = 2(2 ± 1)`` says that
the same two numbers stand on both sides: their sums and their products are equal.
"""

from __future__ import annotations

from dataclasses import replace

from verifier.kernel.claim import Relation
from verifier.kernel.term import App, Dec, Int, Op, Term, TermTooLarge, walk
from verifier.reading.applied import substituted
from verifier.reading.frames import SIGN, Expr
from verifier.reading.sentences import Link

_ONES = (Int(1), App(Op.NEG, (Int(1),)))


def spread(link: Link) -> list[Link]:
    """Return the relations that a link stands for, all of which it says. Fails: never."""
    try:
        return _spread(link)
    except TermTooLarge:
        return [replace(link, left=_doubtful(link.left))]


def _spread(link: Link) -> list[Link]:
    signs = [sum(inner == SIGN for inner in walk(side.term)) for side in (link.left, link.right)]
    if not any(signs):
        return [link]
    decimals = any(isinstance(inner, Dec) for side in (link.left, link.right) for inner in walk(side.term))
    if max(signs) > 1 or link.relation is not Relation.EQ or link.modular or decimals:
        return [replace(link, left=_doubtful(link.left))]
    lefts, rights = _both(link.left.term), _both(link.right.term)
    if all(signs):
        return [replace(link, left=_as(link.left, op, lefts), right=_as(link.right, op, rights)) for op in _TOLD]
    gaps = tuple(App(Op.SUB, pair) for pair in zip(lefts, rights, strict=True))
    return [replace(link, left=_as(link.left, Op.MUL, gaps), right=replace(link.right, term=Int(0)))]


_TOLD = (Op.ADD, Op.MUL)


def _both(term: Term) -> tuple[Term, ...]:
    return tuple(substituted(term, SIGN.name, one) for one in _ONES)


def _as(side: Expr, op: Op, terms: tuple[Term, ...]) -> Expr:
    return replace(side, term=App(op, terms), label=False)


def _doubtful(side: Expr) -> Expr:
    return replace(side, doubts=side.doubts | {"a sign that is plus and minus"})
