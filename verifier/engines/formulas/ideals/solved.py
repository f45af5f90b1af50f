"""Formulas shown once letters that equations of degree one tell are replaced inside of functions, where sums of
multiples do not reach them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import Form, Monomial, plus, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.checkers.formulas.rules.replacing import replaced, sides
from verifier.engines.formulas.ideals.equations import equations_of
from verifier.engines.formulas.prover import Prover, Tree
from verifier.kernel.expr import COMPARISONS, Expr, ExprTooLarge, Head, Node, Sym, node
from verifier.kernel.verdict import CheckFailed

MAX_SOLVED: Final = 8  # most letters that are replaced
MAX_REWRITTEN: Final = 6  # most hypotheses in which they are
MAX_TRIED: Final = 2  # most readings of formulas of one claim for which it is tried, true ones and false ones


def by_solved(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a reading of a comparison, or None."""
    if room <= 3 or not isinstance(formula, Node) or formula.head not in COMPARISONS:
        return None
    key = ("solved", holds, formula, place.held)
    tries = [one for one in search.tried if isinstance(one, tuple) and one[:2] == key[:2]]
    if key in search.tried or len(tries) >= MAX_TRIED:
        return None
    search.tried[key] = None
    near = [i for i, one in enumerate(place.held) if _hidden(one.formula) and one.formula.free & formula.free]
    near = near[:MAX_REWRITTEN]
    hidden = _hidden(formula).union(*(_hidden(place.held[i].formula) for i in near))
    wraps = list[Tree]()
    for told, wrap in _told(hidden, place):
        wraps.append(wrap)
        place = place.inside().with_(told)
    if not wraps:
        return None
    lemmas = range(len(place.held) - len(wraps), len(place.held))
    asked: Expr = formula
    try:
        for index in near:
            place, more = _rewritten(index, place, lemmas)
            wraps += more
        for of in lemmas:
            said = replaced(asked, *sides(place.held[of].formula, False))
            if said != asked:
                asked = said
                wraps.append({"rule": "replace", "of": of})
    except (CheckFailed, ExprTooLarge):
        return None
    tree = search.shown(holds, asked, place.inside(), 3)
    for wrap in reversed(wraps if tree is not None else ()):
        tree = {**wrap, "trees": [*wrap["trees"], tree]} if "trees" in wrap else {**wrap, "tree": tree}
    return tree


def _hidden(formula: Expr) -> frozenset[str]:
    """The letters that stand in a function, or in a divisor."""
    if not isinstance(formula, Node):
        return frozenset()
    if formula.head in _SEEN:
        return frozenset().union(*map(_hidden, formula.args))
    if formula.head is Head.DIV:
        return _hidden(formula.args[0]) | formula.args[1].free
    return formula.free if formula.head in _FUNCTIONS else frozenset()


_SEEN = frozenset({*COMPARISONS, Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.POW})
_FUNCTIONS = frozenset({Head.SQRT, Head.ABS, Head.SIN, Head.COS, Head.TAN, Head.EXP, Head.LN, Head.MIN, Head.MAX})


def _told(hidden: frozenset[str], place: Place) -> Iterator[tuple[Node, Tree]]:
    """What hidden letters equal by equations of degree one, and the lemma that says so."""
    equations = equations_of(place, hidden, 1) if hidden else None
    if equations is None:
        return
    for name, rest in solved(list(equations.forms.values()), hidden)[:MAX_SOLVED]:
        said = node(Head.EQ, Sym(name), written(rest))
        member = equations.among(gap_of(said, place))
        lemma = None if member is None else equations.lemma(said, member)
        if lemma is not None:
            yield said, {"rule": "lemma", "lemma": expression_to_json(said), "trees": [lemma]}


def solved(forms: list[Form], hidden: frozenset[str]) -> list[tuple[str, Form]]:
    """Return hidden letters by the others, none of which is among them, one by one."""
    told: dict[str, Form] = {}
    for form in forms:
        for name, rest in told.items():
            form = put(form, name, rest)
        letters = sorted(atom.name for key in form for atom, _ in key if isinstance(atom, Sym) and atom.name in hidden)
        if letters:
            own: Monomial = frozenset({(Sym(letters[-1]), 1)})
            value = {key: -x / form[own] for key, x in form.items() if key != own}
            told = {name: put(rest, letters[-1], value) for name, rest in told.items()} | {letters[-1]: value}
    return list(told.items())


def put(form: Form, name: str, value: Form) -> Form:
    """Return a form of degree one with another one in the place of a letter."""
    own: Monomial = frozenset({(Sym(name), 1)})
    if own not in form:
        return form
    rest = {key: x for key, x in form.items() if key != own}
    return plus(rest, value, Fraction(form[own]))


def _rewritten(index: int, place: Place, lemmas: range) -> tuple[Place, list[Tree]]:
    """The place with a hypothesis in which letters are replaced, and the rules that add it."""
    wraps = list[Tree]()
    for of in lemmas:
        given = place.held[index].formula
        said = replaced(given, *sides(place.held[of].formula, False))
        if said != given:
            wraps.append({"rule": "replace", "of": of, "in": index})
            place = place.inside().with_(said)
            index = len(place.held) - 1
    return place, wraps
