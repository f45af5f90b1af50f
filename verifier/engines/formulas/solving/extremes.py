"""The values of letters of which a hypothesis says that they are a greatest or least value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Place
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.solving.sampling import extreme_place
from verifier.engines.formulas.usable import spent
from verifier.kernel.expr import Expr, Head, Node, Sym

ROOM = 6  # deepest nesting of rules that show a value to be greatest or least


def extreme_values(search: Prover, wanted: frozenset[str], place: Place) -> Iterator[tuple[str, Expr, Tree]]:
    """Yield wanted letters of which a hypothesis says that they are a greatest or least value, with that value and the
    proof that they equal it."""
    for index, one in enumerate(place.held):
        match one.formula:
            case Node(head=Head.IS_MAX | Head.IS_MIN, args=(Sym(name), *rest)) as given if name in wanted:
                found = extreme_place(given)
                if found is None:
                    continue
                number = numeral(found[1])
                said = Node(given.head, (number, *rest), given.letters)
                key = (said, len(place.held))
                if key not in search.tried:
                    search.tried[key] = search.shown(True, said, _alone(place), ROOM)
                if (tree := search.tried[key]) is not None:
                    last = {"rule": "given", "of": len(place.held)}
                    data = {"rule": "same", "of": index, "value": expression_to_json(number)}
                    yield name, number, {**data, "trees": [tree, last]}


def _alone(place: Place) -> Place:
    """The place without what is held there: the hypotheses keep their indices."""
    return replace(place.inside(), held=tuple(map(spent, place.held)))
