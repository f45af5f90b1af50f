"""What must hold for a formula to be true, and what for it to be false (trusted; strong Kleene logic)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import lru_cache

from verifier.kernel.expr import Dec, Expr, Head, Node, node, walk_expr

OPPOSITE: Mapping[Head, Head] = {
    **{Head.EQ: Head.NE, Head.NE: Head.EQ, Head.LT: Head.GE, Head.GE: Head.LT, Head.LE: Head.GT, Head.GT: Head.LE},
}
"""The comparison that holds where one fails: both need sides that are defined, and in order."""
_DUAL: Mapping[Head, Head] = {
    **{Head.AND: Head.OR, Head.OR: Head.AND, Head.FOR_ALL: Head.EXISTS, Head.EXISTS: Head.FOR_ALL},
    **{Head.TRUE: Head.FALSE, Head.FALSE: Head.TRUE},
}


def negate(formula: Expr) -> Node:
    """Return the negation of a formula."""
    return Node(Head.NOT, (formula,))


def reading(holds: bool, formula: Expr) -> Expr:
    """Return a formula that holds exactly where ``formula`` holds, or fails, without a connective that negates at its
    head: the negation of an atom stays."""
    if not isinstance(formula, Node):
        return formula if holds else negate(formula)
    match formula.head, formula.args:
        case Head.NOT, (p,):
            return reading(not holds, p)
        case Head.IMPLIES, (p, q):
            return node(Head.OR, negate(p), q) if holds else node(Head.AND, p, negate(q))
        case Head.IFF, (p, q) if holds:
            return node(Head.AND, node(Head.IMPLIES, p, q), node(Head.IMPLIES, q, p))
        case Head.IFF, (p, q):
            return node(Head.OR, node(Head.AND, p, negate(q)), node(Head.AND, negate(p), q))
        case head, args if head in _DUAL and not holds:
            return Node(_DUAL[head], tuple(map(negate, args)), formula.letters)
    return formula if holds else negate(formula)


@lru_cache(maxsize=16384)
def inwards(formula: Expr) -> Expr:
    """Return a formula with negations moved inwards to comparisons and other atoms; what implies stays as it is."""
    if not isinstance(formula, Node) or formula.head not in (Head.NOT, Head.AND, Head.OR):
        return formula
    if formula.head is not Head.NOT:
        args = tuple(map(inwards, formula.args))
        return Node(formula.head, args) if args != formula.args else formula
    [inner] = formula.args
    if isinstance(inner, Node) and inner.head in OPPOSITE:
        return Node(OPPOSITE[inner.head], inner.args)
    if isinstance(inner, Node) and inner.head is Head.NOT:
        return inwards(inner.args[0])
    found = reading(False, inner)
    if found == formula or not isinstance(found, Node):
        return found
    return Node(found.head, tuple(map(inwards, found.args)), found.letters)


def is_said(holds: bool, formula: Expr, held: Expr, rounded: Set[Dec] = frozenset()) -> bool:
    """Return whether a hypothesis says that a formula holds, or fails; one with ``rounded`` decimals only as it is
    written: ``x < 0.33`` may hold as rounded where ``x >= 0.33`` does."""
    said = formula if holds else negate(formula)
    if held == said or any(part in rounded for part in walk_expr(said)):
        return held == said
    return inwards(held) == inwards(said)
