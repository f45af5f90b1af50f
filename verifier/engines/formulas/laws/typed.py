"""What hypotheses tell of the types of numbers that letters of binders are put at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from verifier.checkers.formulas.places.place import LEAST, Held, Place
from verifier.checkers.formulas.places.totality import WHOLE
from verifier.checkers.formulas.rules.instances import Grounds, is_of_type
from verifier.checkers.formulas.rules.whole import given_whole
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.residues import grounds_of
from verifier.kernel.expr import Expr, Head, Int, Letter, Node

_ORDERS = (Head.GE, Head.GT, Head.LE, Head.LT)


def grounds_at(place: Place) -> Grounds:
    """Return what all hypotheses at a place tell of types."""
    return _every(place.held)


@lru_cache(maxsize=256)
def _every(held: tuple[Held, ...]) -> Grounds:
    place = Place(held, {}, False)
    return _grounds(grounds_of(place), _bounds_of(place), place)


def told(letters: Sequence[Letter], values: Sequence[Expr], place: Place) -> Tree:
    """Return the hypotheses that tell that numbers are of the types of letters, as trees name them: few of them."""
    found: dict[str, set[int]] = {"whole": set(), "bounds": set()}
    for letter, value in zip(letters, values, strict=True):
        if letter.type not in WHOLE or not value.free or is_of_type(value, letter.type, place):
            continue
        near = [i for i, one in enumerate(place.held) if not one.formula.free.isdisjoint(value.free)]
        wholes = [i for i in grounds_of(place) if i in near]
        bounds = [i for i in _bounds_of(place) if i in near] if letter.type in LEAST else []
        for kept in (bounds, wholes):
            for one in list(kept):
                kept.remove(one)
                if not is_of_type(value, letter.type, place, _grounds(wholes, bounds, place)):
                    kept.append(one)
        found["whole"] |= set(wholes)
        found["bounds"] |= set(bounds)
    return {key: sorted(kept) for key, kept in found.items() if kept}


def _grounds(wholes: Sequence[int], bounds: Sequence[int], place: Place) -> Grounds:
    said = given_whole([place.held[i].formula for i in wholes])
    return Grounds(said, frozenset(place.held[i].formula for i in bounds))


def _bounds_of(place: Place) -> list[int]:
    """The hypotheses that compare something with a numeral."""
    said = ((i, one.formula) for i, one in enumerate(place.held))
    return [
        i
        for i, one in said
        if isinstance(one, Node) and one.head in _ORDERS and any(isinstance(arg, Int) for arg in one.args)
    ]
