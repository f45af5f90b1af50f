"""Letters that several equations together leave one value: an equation in that letter alone follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Final

from verifier.checkers.effort import spend
from verifier.checkers.formulas.places.place import Place
from verifier.engines.formulas.budgets import ATTEMPT
from verifier.engines.formulas.ideals.bases import Member
from verifier.engines.formulas.ideals.equations import Equations, added, as_many_as_letters
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.solving.candidates import roots_of
from verifier.engines.formulas.usable import of_one
from verifier.kernel.expr import Expr, Head, Letter, Node, Sym, Type, node

MAX_DEGREE: Final = 4  # of what a letter alone satisfies
MAX_SYSTEMS: Final = 2  # most systems that are tried for the sake of one letter
ROOM: Final = 4  # most rules of a proof that a letter is a root
_WITHIN: Final = "a letter alone"


def determined_values(search: Prover, wanted: frozenset[str], place: Place) -> Iterator[tuple[str, Expr, Tree]]:
    """Yield letters that the equations nearest to ``wanted`` leave one real value, with it and the proof of that."""
    if _WITHIN in search.tried:
        return
    for equations in _systems(place.inside(), wanted):
        spend(ATTEMPT)
        for member in equations.members:
            alone = _alone(equations, member)
            if alone is None or place.types.get(alone[0]) is not Type.REAL:
                continue
            name, powers = alone
            key = ("alone", name, place.held)
            if key not in search.tried:
                search.tried[key] = _value(search, name, powers, added(equations, member))
            if (found := search.tried[key]) is not None:
                yield name, found["number"], found["tree"]
                return


def _value(
    search: Prover, name: str, powers: dict[int, Fraction], lemma: tuple[Node, Tree, Place] | None
) -> Tree | None:
    """The number that a letter equals by a lemma, a polynomial in it that is zero, and the tree that shows that."""
    if lemma is None:
        return None
    _, rule, place = lemma
    for number, _ in roots_of(powers, Letter(name, Type.REAL), place):
        if (tree := _equal(search, name, number, place)) is not None:
            return {"number": number, "tree": {**rule, "trees": [*rule["trees"], tree]}}
    return None


def _systems(place: Place, wanted: frozenset[str]) -> Iterator[Equations]:
    """As many equations as letters, the fewest first: the nearest to one of the letters that are nearest to those that
    are wanted."""
    found = {tuple(one.forms): one for one in as_many_as_letters(place, wanted)}
    letters = {atom.name for one in found.values() for atom in one.atoms if isinstance(atom, Sym)}
    for name in sorted(letters):
        found |= {tuple(one.forms): one for one in islice(as_many_as_letters(place, frozenset({name})), MAX_SYSTEMS)}
    yield from sorted(found.values(), key=lambda one: len(one.forms))


def _equal(search: Prover, name: str, number: Expr, place: Place) -> Tree | None:
    """A tree that shows by what is held of a letter alone that it is a root, and not another one."""
    said = node(Head.EQ, Sym(name), number)
    place = of_one(name, place)
    key = ("alone", said, tuple(one.formula for one in place.held if one.formula.free))
    if key in search.tried:  # it was not shown, whatever else was held
        return None
    if (tree := search.once(True, said, place)) is None:
        search.tried[_WITHIN] = None
        try:
            tree = search.shown(True, said, place, ROOM)
        finally:
            del search.tried[_WITHIN]
    if tree is None:
        search.tried[key] = None
    return tree


def _alone(equations: Equations, member: Member) -> tuple[str, dict[int, Fraction]] | None:
    """The letter and the powers of it that a member of low degree is made of, where that is one."""
    if member.form.is_constant() or int(member.form.total_degree()) > MAX_DEGREE:
        return None
    form = equations.form_of(member.form)
    atoms = {atom for key in form for atom, _ in key}
    if len(atoms) != 1 or not isinstance(atom := atoms.pop(), Sym):
        return None
    return atom.name, {dict(key).get(atom, 0): x for key, x in form.items()}
