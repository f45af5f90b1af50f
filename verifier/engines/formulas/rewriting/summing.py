"""Formulas shown once a sum with a letter in its ends is written in closed form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from verifier.checkers.formulas.places.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.replacing import closed, enough, replaced
from verifier.checkers.formulas.rules.whole import given_whole
from verifier.engines.formulas.residues import grounds_of
from verifier.engines.formulas.sums.sums import by_sums
from verifier.kernel.expr import COMPARISONS, Expr, ExprTooLarge, Head, Node, node, walk_expr
from verifier.kernel.verdict import CheckFailed

MAX_PARTS = 40  # largest sum whose closed form is held
Tree = dict[str, Any]


class Searches(Protocol):
    """The search, as it is asked from here."""

    def shown(self, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
        """Return a tree that shows a reading of a formula at a place, or None."""


def by_summing(search: Searches, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a formula with a sum in it replaced by its closed form, or None."""
    if not isinstance(formula, Node) or room <= 2:
        return None
    wholes = grounds_of(place)
    given = given_whole([place.held[i].formula for i in wholes])
    for part in walk_expr(formula):
        if not (isinstance(part, Node) and part.head is Head.SUM and part.free and part.free <= place.types.keys()):
            continue
        try:
            ends, put = enough(part), replaced(formula, part, closed(part, place, given))
        except (CheckFailed, ExprTooLarge):
            continue
        first = search.shown(True, ends, place.inside(), min(room - 1, 3))
        second = None if first is None or put == formula else search.shown(holds, put, place.inside(), room - 1)
        if second is not None:
            number = expression_to_json(part)
            return {"rule": "summed", "number": number, "whole": list(wholes), "trees": [first, second]}
    return None


def closed_sums(index: int, place: Place) -> Iterator[tuple[Expr, Tree]]:
    """Yield the closed forms of sums in a hypothesis, as equations, and the lemmas that add them."""
    given = place.held[index].formula
    if not (isinstance(given, Node) and given.head in COMPARISONS):
        return
    wholes = grounds_of(place)
    grounds = given_whole([place.held[i].formula for i in wholes])
    for part in walk_expr(given):
        if not (isinstance(part, Node) and part.head is Head.SUM and part.free and part.size <= MAX_PARTS):
            continue
        try:
            ends, said = enough(part), closed(part, place, grounds)
        except (CheckFailed, ExprTooLarge):
            continue
        trees = [by_sums(True, one, place, wholes) for one in (ends, node(Head.EQ, said, said))]
        if None not in trees and said != part:
            rule = {"rule": "summed", "number": expression_to_json(part), "whole": list(wholes), "trees": trees}
            equal = node(Head.EQ, part, said)
            yield equal, {"rule": "lemma", "lemma": expression_to_json(equal), "trees": [rule]}
