"""From the terms that texts are read as to expressions of the language."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.kernel.expr import Const, Expr, Head, Int, Node, Sym, node


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
