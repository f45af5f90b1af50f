"""Formulas shown once a term of a sum or product with a letter in an end stands by itself."""

from __future__ import annotations

from typing import Any, Protocol

from verifier.checkers.formulas.places.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import ONE
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.rules.infinite.terms import parted, written_out
from verifier.checkers.formulas.rules.replacing import replaced
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Node, node, walk_expr
from verifier.kernel.verdict import CheckFailed

MAX_TERMS = 12  # most terms of a sum without letters in its ends that are written out
Tree = dict[str, Any]


class Searches(Protocol):
    """The search, as it is asked from here."""

    def shown(self, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
        """Return a tree that shows a reading of a formula at a place, or None."""


def by_every_term(search: Searches, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a comparison with a sum or product between whole numbers written out, or None."""
    for part in walk_expr(formula):
        if isinstance(part, Node) and part.head in (Head.SUM, Head.PROD) and part.free <= place.types.keys():
            try:
                said = replaced(formula, part, written_out(part))
            except (CheckFailed, ExprTooLarge):
                continue
            if said == formula:
                continue
            tree = search.shown(holds, said, place.inside(), room - 1)
            return (
                None
                if tree is None
                else {"rule": "term", "number": expression_to_json(part), "every": True, "trees": [tree]}
            )
    return None


def by_term(search: Searches, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a formula with the last term of a sum or product apart from the others, or None."""
    if not isinstance(formula, Node) or room <= 2:
        return None
    for part in walk_expr(formula):
        if not (isinstance(part, Node) and part.head in (Head.SUM, Head.PROD) and part.free <= place.types.keys()):
            continue
        if not _goes_on(part, place):
            continue
        try:
            needed, put = parted(part, False)
            said = replaced(formula, part, put)
        except (CheckFailed, ExprTooLarge):
            continue
        first = None if needed is None else search.shown(True, needed, place.inside(), 3)
        if needed is not None and first is None:
            continue
        second = search.shown(holds, said, place.inside(), room - 1)
        if second is not None:
            trees = [second] if first is None else [first, second]
            return {"rule": "term", "number": expression_to_json(part), "trees": trees}
    return None


def _goes_on(part: Node, place: Place) -> bool:
    """Whether the rest of a sum is spoken of by a hypothesis, or it has few terms."""
    low, high = part.args[1], part.args[2]
    try:
        width = polynomial(node(Head.SUB, high, low))
    except CheckFailed:
        return False
    if not width.keys() - {ONE}:
        return bool(part.free) and -1 <= width.get(ONE, 0) < MAX_TERMS
    if not high.free:
        return False
    spoken = (one for held in place.held for one in walk_expr(held.formula))
    return any(isinstance(one, Node) and one.head is part.head and _before(one, part) for one in spoken)


def _before(one: Node, part: Node) -> bool:
    """Whether a sum is that of all terms but the last of another one."""
    try:
        apart = polynomial(node(Head.SUB, part.args[2], one.args[2]))
        begin = polynomial(node(Head.SUB, part.args[1], one.args[1]))
    except CheckFailed:
        return False
    return not begin and apart == {ONE: 1}
