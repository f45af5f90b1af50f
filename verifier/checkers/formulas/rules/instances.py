"""Numbers put for the letters of binders (trusted): they are of the types of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.checkers.formulas.places.models import of_type
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import LEAST, Place
from verifier.checkers.formulas.places.totality import NUMBERS, REAL, least, real, total
from verifier.checkers.formulas.rules.linear import Shows
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.checkers.formulas.rules.whole_numbers import spelled
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.points import listed, number_in
from verifier.kernel.expr import FORMULAS, Expr, Head, Int, Letter, Node, Sym, Type, substitute
from verifier.kernel.verdict import CheckFailed, Reason


@dataclass(frozen=True, slots=True)
class Grounds:
    """What hypotheses say about the types of numbers: which are ``whole``, and comparisons with their ``bounds``."""

    whole: frozenset[Expr] = frozenset()
    bounds: frozenset[Expr] = frozenset()

    def at_least(self, expr: Expr, number: int) -> bool:
        """Return whether a whole number is at least ``number``, since it is compared with a numeral."""
        return any(_bounded(one, expr, number) for one in self.bounds)


NONE = Grounds()


def _bounded(comparison: Expr, expr: Expr, number: int) -> bool:
    match comparison:
        case Node(head=Head.GE, args=(one, Int(low))) | Node(head=Head.LE, args=(Int(low), one)):
            return one == expr and low >= number
        case Node(head=Head.GT, args=(one, Int(low))) | Node(head=Head.LT, args=(Int(low), one)):
            return one == expr and low >= number - 1
    return False


def grounds_of(walk: Shows, place: Place, tree: Mapping[str, Any]) -> Grounds:
    """Return what the hypotheses ``whole`` and ``bounds`` of a tree say about types.

    Raises:
        CheckFailed: where there is no such hypothesis.
    """
    said = ([walk.held(i, place).formula for i in listed(tree.get(key, []))] for key in ("whole", "bounds"))
    whole_ones, bounds = said
    return Grounds(given_whole(whole_ones), frozenset(bounds))


def put(formula: Expr, letters: Sequence[Letter], values: object, place: Place, grounds: Grounds = NONE) -> Expr:
    """Return a formula with letters of a binder replaced by what ``values`` spells, which is of their types.

    Raises:
        CheckFailed: where it is not, or there is not one for each letter.
    """
    found = listed(values)
    if len(found) != len(letters):
        raise CheckFailed("a value for every letter is needed")
    pairs = zip(letters, found, strict=True)
    return substitute(formula, {one.name: value_of(value, one.type, place, grounds) for one, value in pairs})


def value_of(data: object, kind: Type, place: Place, grounds: Grounds = NONE) -> Expr:
    """Return the number of a type that ``data`` spells: ``"3/2"``, a letter in scope, or an expression.

    Raises:
        CheckFailed: where it is none, or may be of another type.
    """
    if isinstance(data, str) and data not in place.types:
        number = number_in(data)
        if not of_type(number, kind):
            raise CheckFailed(f"{number} is not of the type {kind}")
        return numeral(number)
    found = Sym(data) if isinstance(data, str) else spelled(data, place)
    if not is_of_type(found, kind, place, grounds):
        raise CheckFailed(f"a number that may not be of the type {kind}", Reason.SIDE_CONDITION)
    return found


def is_of_type(expr: Expr, kind: Type, place: Place, grounds: Grounds = NONE) -> bool:
    """Return whether an expression is surely defined, and a number of a type."""
    if not total(expr, place.types) or (isinstance(expr, Node) and expr.head in FORMULAS):
        return False
    kinds = {place.types.get(name, Type.BOOL) for name in expr.free}
    if isinstance(expr, Sym) and kinds == {kind} and kind in (Type.COMPLEX, Type.UNDECLARED):
        return True
    if kind is Type.COMPLEX:
        return kinds <= NUMBERS
    if not (kinds <= REAL and real(expr)):
        return False
    if kind in (Type.COUNT, Type.POS):
        same = isinstance(expr, Sym) and kinds == {kind}
        low = same or least(expr, place.types, strictly=kind is Type.POS) or grounds.at_least(expr, LEAST[kind])
        return low and whole(expr, place, grounds.whole)
    return kind in (Type.REAL, Type.UNDECLARED) or (kind is Type.INT and whole(expr, place, grounds.whole))


def of_numeral(expr: Expr, kind: Type) -> bool:
    """Return whether a number without letters, made by rational operations, is of a type."""
    try:
        return kind in NUMBERS and not expr.free and of_type(value(expr, {}), kind)
    except NotEvaluated:
        return False
