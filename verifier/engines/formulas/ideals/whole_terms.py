"""Formulas of divisibility shown once numbers in them are written by whole letters, as linear equations let them be:
``divides(2, x + y)`` where ``m == (x + y)/2`` is whole."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import Form, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.checkers.formulas.rules.replacing import replaced
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.engines.formulas.ideals.solved import put, solved
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.solving.elimination import is_linear
from verifier.engines.formulas.solving.elimination import names as letters_of
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Node, Sym, node
from verifier.kernel.verdict import CheckFailed

MAX_EQUATIONS: Final = 24  # most equations that are solved for letters
MAX_TRIED: Final = 6  # most formulas of one claim for which it is tried


def by_whole_terms(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a reading of a formula of divisibility, or None."""
    if room <= 3 or not isinstance(formula, Node) or formula.head not in _DIVISIBLE:
        return None
    key = ("whole terms", holds, formula, place.held)
    if key in search.tried or sum(isinstance(one, tuple) and one[0] == key[0] for one in search.tried) >= MAX_TRIED:
        return None
    search.tried[key] = None
    given = given_whole([one.formula for one in place.held])
    names = {name for name in place.types if whole(Sym(name), place, given)}
    asked, wraps = formula, list[Tree]()
    for number in dict.fromkeys(formula.args):
        if number.free <= names or (told := _by_whole(number, names, place)) is None:
            continue
        said = node(Head.EQ, number, told)
        shown = search.shown(True, said, place.inside(), 3)
        try:
            after = replaced(asked, number, told)
        except (CheckFailed, ExprTooLarge):
            return None
        if shown is not None and isinstance(after, Node):
            wraps.append({"rule": "lemma", "lemma": expression_to_json(said), "trees": [shown]})
            place, asked = place.inside().with_(said), after
            wraps.append({"rule": "replace", "of": len(place.held) - 1})
    tree = search.shown(holds, asked, place.inside(), 3) if wraps else None
    for wrap in reversed(wraps if tree is not None else ()):
        tree = {**wrap, "trees": [*wrap["trees"], tree]} if "trees" in wrap else {**wrap, "tree": tree}
    return tree


_DIVISIBLE = frozenset({Head.DIVIDES, Head.CONGRUENT, Head.IS_INT})


def _by_whole(number: Expr, names: Set[str], place: Place) -> Expr | None:
    """A number as a sum of whole multiples of whole letters, or None."""
    try:
        form = polynomial(number)
    except CheckFailed:
        return None
    if not is_linear(form):
        return None
    told = solved(list(_equations(number.free - names, place)), frozenset(place.types.keys() - names))
    for name, rest in told:
        form = put(form, name, rest)
    fits = all(x.denominator == 1 for x in form.values()) and letters_of(form) <= names
    return written(form) if fits else None


def _equations(loose: frozenset[str], place: Place) -> Iterator[Form]:
    """The linear equations among the hypotheses that are tied to letters, directly or in turn."""
    forms = list[Form]()
    for one in place.held:
        if isinstance(one.formula, Node) and one.formula.head is Head.EQ:
            try:
                form = gap_of(one.formula, place)
            except CheckFailed:
                continue
            if form and is_linear(form):
                forms.append(form)
    tied, found = set(loose), list[Form]()
    while (more := [form for form in forms if form not in found and letters_of(form) & tied]) and (
        len(found) < MAX_EQUATIONS
    ):
        found += more
        tied |= set().union(*map(letters_of, more))
    yield from found[:MAX_EQUATIONS]
