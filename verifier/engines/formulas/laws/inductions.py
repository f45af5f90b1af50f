"""Formulas shown by induction on a whole letter: a bound one, or a free one in ends of sums and in exponents."""

from __future__ import annotations

from typing import Any, Protocol

from verifier.checkers.formulas.places.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.infinite.induction import at_number, opened, step
from verifier.checkers.formulas.rules.solving import Grounds, put
from verifier.checkers.formulas.rules.whole import given_whole
from verifier.engines.formulas.residues import grounds_of
from verifier.kernel.expr import (
    COMPARISONS,
    Expr,
    ExprTooLarge,
    Head,
    Letter,
    Node,
    NotSubstituted,
    Sym,
    Type,
    walk_expr,
)
from verifier.kernel.verdict import CheckFailed

MAX_BEFORE = 2  # most numbers before one of which the body is known
Tree = dict[str, Any]
_GOING_ON = frozenset({Head.SUM, Head.PROD, Head.FACTORIAL, Head.POW, Head.CALL})


class Searches(Protocol):
    """The search, as it is asked from here."""

    def shown(self, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
        """Return a tree that shows a reading of a formula at a place, or None."""

    def spend(self) -> bool:
        """Count an attempt; return whether one was left."""


def by_induction(search: Searches, formula: Node, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a ForAll over one whole letter by induction, or None."""
    goes_on = any(
        isinstance(part, Node) and part.head in _GOING_ON and part.free for part in walk_expr(formula.args[0])
    )
    if room <= 3 or not goes_on or _inducted(place) or not search.spend():
        return None
    try:
        first, inside, name = opened(True, formula, place)
        bases: list[Tree] = []
        for before in range(1, MAX_BEFORE + 1):
            base = search.shown(True, at_number(formula, first + before - 1), place.inside(), min(room - 2, 4))
            if base is None:
                return None
            bases.append(base)
            known, said = step(formula, inside, name, first, before)
            if (last := search.shown(True, said, known, room - 2)) is not None:
                return {"rule": "induction", "trees": [*bases, last]}
    except (CheckFailed, ExprTooLarge, NotSubstituted):
        return None
    return None


def _inducted(place: Place) -> bool:
    """Whether this is the step of an induction: there is none inside another one."""
    return any(
        isinstance(part, Sym) and part.name.endswith("#1") for one in place.held for part in walk_expr(one.formula)
    )


def by_letter(search: Searches, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a comparison with a free whole letter as one of all such numbers, or None."""
    if not isinstance(formula, Node) or formula.head not in COMPARISONS or room <= 4:
        return None
    grounds = grounds_of(place)
    whole = given_whole([place.held[i].formula for i in grounds])
    for name in sorted(_letters(formula)):
        if name in place.whole or not (Sym(name) in whole or place.types.get(name) in (Type.COUNT, Type.POS)):
            continue
        for kind in (Type.POS, Type.COUNT):
            lemma = Node(Head.FOR_ALL, (formula,), (Letter(name, kind),))
            try:
                put(formula, lemma.letters, [name], place, Grounds(whole))
            except (CheckFailed, ExprTooLarge):
                continue
            tree = by_induction(search, lemma, place.inside(), room - 1)
            if tree is not None:
                index = len(place.held)
                given = {"rule": "given", "of": index + 1}
                shown = {"rule": "instance", "of": index, "at": [name], "whole": list(grounds), "tree": given}
                return {"rule": "lemma", "lemma": expression_to_json(lemma), "trees": [tree, shown]}
            break
    return None


def _letters(formula: Node) -> frozenset[str]:
    """The letters in ends of sums and products, in exponents and in factorials."""
    found = frozenset[str]()
    for part in walk_expr(formula):
        if isinstance(part, Node) and part.head in (Head.SUM, Head.PROD):
            found |= part.args[2].free
        elif isinstance(part, Node) and part.head in (Head.POW, Head.FACTORIAL):
            found |= part.args[-1].free
    return found
