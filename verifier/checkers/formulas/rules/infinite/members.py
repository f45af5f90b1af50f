"""Members of sets (trusted): of those that are listed, of those that a condition gives, of unions and intersections.

What has to be shown is sufficient, of either reading; of an element that may be undefined nothing is told to fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import total
from verifier.checkers.formulas.rules.linear import Shows
from verifier.kernel.expr import Expr, Head, Node, Sym, node, substitute
from verifier.kernel.verdict import CheckFailed, Reason


def by_members(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check that something is a member of a set, or is none, by what that comes to.

    Raises:
        CheckFailed: where it is not said of a set that is written out, or the tree does not show it.
    """
    walk.show(holds, told(holds, formula, place), place.inside(), tree.get("tree"))


def told(holds: bool, formula: Expr, place: Place) -> Expr:
    """Return a formula of which a reading is enough for that reading of a membership.

    Raises:
        CheckFailed: where it is none in a set that is written out, or an element may be undefined.
    """
    if not isinstance(formula, Node) or formula.head is not Head.IN:
        raise CheckFailed("members are of sets")
    one, of = formula.args
    if not _sure(of, place) or (not holds and not _sure(one, place)):
        raise CheckFailed("an element may be undefined", Reason.SIDE_CONDITION)
    return meant(formula)


MADE = frozenset({Head.UNION, Head.INTERSECTION, Head.SET, Head.LIST, Head.TUPLE, Head.SET_OF})
"""What makes a set or a list that is written out."""


def meant(formula: Node) -> Expr:
    """Return what holds where a membership does.

    Raises:
        CheckFailed: where it is none in a set that is written out.
    """
    one, of = formula.args
    match of:
        case Node(head=Head.UNION | Head.INTERSECTION, args=args):
            joined = Head.OR if of.head is Head.UNION else Head.AND
            return node(joined, *(node(Head.IN, one, arg) for arg in args))
        case Node(head=Head.SET | Head.LIST | Head.TUPLE, args=args):
            equal = [node(Head.EQ, one, arg) for arg in args]
            return equal[0] if len(equal) == 1 else node(Head.OR, *equal) if equal else Node(Head.FALSE)
        case Node(head=Head.SET_OF, args=(made, condition)):
            equation = node(Head.EQ, made, Sym(_ELEMENT))
            exists = Node(Head.EXISTS, (node(Head.AND, condition, equation),), of.letters)
            return substitute(exists, {_ELEMENT: one})
    raise CheckFailed("a set that is not written out", Reason.OUT_OF_SCOPE)


_ELEMENT = "element#"  # no letter is called that


def _sure(expr: Expr, place: Place) -> bool:
    """Whether an element, or a set that is written out, is surely defined."""
    match expr:
        case Node(head=Head.SET_OF):
            return True  # it has the elements that are defined
        case Node(head=Head.UNION | Head.INTERSECTION | Head.SET | Head.LIST | Head.TUPLE, args=args):
            return all(_sure(arg, place) for arg in args)
    return total(expr, place.types)
