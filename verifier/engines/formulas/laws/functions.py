"""Functions without a body: which of them formulas apply, and of which formulas say what they are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from verifier.checkers.formulas.places.totality import real, total
from verifier.kernel.expr import Expr, Head, Node, Sym, Type, walk_expr

Bodies = dict[str, tuple[tuple[str, ...], Expr]]
"""Functions, by their names: their letters, and what they do with them."""


@lru_cache(maxsize=4096)
def functions(formula: Expr) -> frozenset[str]:
    """Return the functions that are applied in a formula."""
    calls = (one.args[0] for one in walk_expr(formula) if isinstance(one, Node) and one.head is Head.CALL)
    return frozenset(name.name for name in calls if isinstance(name, Sym))


def told_functions(formulas: Iterable[Expr]) -> Bodies:
    """Return the functions of which formulas say what they are at all numbers of a type: something that is defined for
    all real numbers, without other letters and functions."""
    found: Bodies = {}
    for one in formulas:
        match one:
            case Node(
                head=Head.FOR_ALL,
                args=(Node(head=Head.EQ, args=(Node(head=Head.CALL, args=(Sym(name), *given)), body)),),
            ):
                letters = tuple(arg.name for arg in given if isinstance(arg, Sym))
                own = len(set(letters)) == len(given) and body.free <= set(letters)
                if own and real(body) and total(body, dict.fromkeys(letters, Type.REAL)):
                    found.setdefault(name, (letters, body))
    return found
