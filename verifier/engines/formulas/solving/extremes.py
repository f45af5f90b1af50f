"""What a hypothesis about a greatest or least value gives: the value itself, or that it is not less, or more, than what
is reached at some numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from verifier.checkers.formulas.places.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Place
from verifier.engines.formulas.solving.sampling import extreme_place
from verifier.engines.formulas.usable import spent
from verifier.kernel.formula import Expr, FormulaTooLarge, Head, Node, free, node, substitute

Tree = dict[str, Any]


class Searches(Protocol):
    """The search, as it is asked from here."""

    def shown(self, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
        """Return a tree that shows a reading of a formula at a place, or None."""


def from_extreme(search: Searches, index: int, place: Place, room: int) -> tuple[Place, Tree] | None:
    """Return the place with what the hypothesis about a greatest or least value gives that is not held yet, and the rule
    that adds it, without its last tree; or None."""
    given, held = place.held[index].formula, {one.formula for one in place.held}
    assert isinstance(given, Node)
    if free(given.args[0]).isdisjoint(free(given)) or (found := extreme_place(given)) is None:
        return None
    (values, spelled), reached = found
    number = numeral(reached)
    equation = node(Head.EQ, given.args[0], number)
    if equation in held:
        return None
    alone = replace(place.inside(), held=tuple(map(spent, place.held)))
    same = search.shown(True, Node(given.head, (number, *given.args[1:]), given.letters), alone, min(room - 1, 6))
    if same is not None:
        return place.with_(equation), {
            "rule": "same",
            "of": index,
            "value": expression_to_json(number),
            "trees": [same],
        }
    _, made, condition = given.args
    try:
        there, made_there = substitute(condition, values), substitute(made, values)
    except FormulaTooLarge:
        return None
    said = node(Head.LE if given.head is Head.IS_MAX else Head.GE, made_there, given.args[0])
    if said in held:
        return None
    trees = [search.shown(True, one, alone, min(room - 1, 3)) for one in (there, node(Head.EQ, made_there, made_there))]
    if None in trees:
        return None
    return place.with_(said), {"rule": "bounded", "of": index, "at": spelled, "trees": trees}
