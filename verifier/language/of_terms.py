"""From the terms and relations of leaves to expressions of the language: what ``kernel.expr.lowered`` undoes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.kernel.expr import COMPARISONS, Const, Expr, Head, Int, Node, Relation, Sym, node

_SIGNS: Final[Mapping[Relation, Head]] = {relation: head for head, relation in COMPARISONS.items()}


def of_term(term: Expr, letters: Mapping[str, Expr]) -> Expr:
    """Return the expression that means what a term does; ``letters``: what stands for each of its letters.

    Raises:
        ExprTooLarge: beyond the bounds of expressions.
        KeyError: on a letter that nothing stands for.
    """
    if isinstance(term, Sym):
        return letters[term.name]
    if not isinstance(term, Node):
        return term
    args = tuple(of_term(arg, letters) for arg in term.args)
    match term.head, args:
        case Head.PERCENT, (share,):
            return node(Head.DIV, share, Int(100))
        case Head.LOG, (x, Const("e")):
            return node(Head.LN, x)
    return Node(term.head, args)


def of_relation(relation: Relation, left: Expr, right: Expr) -> Expr:
    """Return the comparison of two expressions.

    Raises:
        ExprTooLarge: beyond the bounds of expressions.
        KeyError: on ``≈``, which says to how many places in the language alone.
    """
    return node(_SIGNS[relation], left, right)
