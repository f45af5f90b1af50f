"""Extremes, lists of solutions, and equations of vectors and matrices as formulas that Lean is told (trusted): what is
said of them, spelled out.

Only where everything in them is defined whatever the bound letters are: then each holds exactly where what it is
spelled out as holds, and fails where that fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verifier.checkers.formulas.places.place import Place, bounds, conjunction, conjuncts
from verifier.checkers.formulas.places.totality import REAL, WHOLE, total
from verifier.checkers.formulas.rules.entries import LISTED, entrywise, sides
from verifier.checkers.formulas.rules.whole import defined
from verifier.kernel.claim import Claim, Hypothesis
from verifier.kernel.expr import (
    CONNECTIVES,
    Expr,
    ExprTooLarge,
    Head,
    Letter,
    Node,
    NotSubstituted,
    Sym,
    Type,
    node,
    substitute,
)
from verifier.kernel.verdict import CheckFailed

MOST_VALUES = 40
"""Most solutions that are listed."""


def spelled_out(formula: Expr, types: Mapping[str, Type]) -> Expr:
    """Return a formula with what this module is about in it spelled out; the others stay as they are."""
    if not isinstance(formula, Node):
        return formula
    match formula.head:
        case Head.EQ | Head.NE:
            return _entrywise(formula, types) or formula
        case Head.IS_MAX | Head.IS_MIN:
            return _extreme(formula, types) or formula
        case Head.SOLVES:
            return _solutions(formula, types) or formula
        case Head.FOR_ALL | Head.EXISTS:
            types = {**types, **_types(formula)}
        case head if head not in CONNECTIVES:
            return formula
    args = tuple(spelled_out(arg, types) for arg in formula.args)
    return Node(formula.head, args, formula.letters) if args != formula.args else formula


def _inside(types: Mapping[str, Type], bound: Node) -> Place:
    names = _types(bound)
    return Place((), {**types, **names}, False, frozenset(name for name, kind in names.items() if kind in WHOLE))


def _entrywise(formula: Node, types: Mapping[str, Type]) -> Expr | None:
    """Vectors, matrices and lists that are written out are equal where all entries are."""
    place = Place((), types, False)
    try:
        if not all(total(x, types) for side in sides(formula, place) for x in side):
            return None
        return entrywise(formula, place)
    except CheckFailed:
        return None


def _types(bound: Node) -> dict[str, Type]:
    return {one.name: one.type for one in bound.letters}


def _extreme(formula: Node, types: Mapping[str, Type]) -> Expr | None:
    """It is reached where the condition holds, and nothing beyond it is."""
    best, made, condition = formula.args
    names = _types(formula)
    inside = _inside(types, formula)
    whole = all(defined(one, inside) for one in (made, condition)) and total(best, types)
    if not whole or best.free & names.keys() or not set(names.values()) <= REAL:
        return None
    reached = Node(Head.EXISTS, (node(Head.AND, condition, node(Head.EQ, made, best)),), formula.letters)
    within = node(Head.LE if formula.head is Head.IS_MAX else Head.GE, made, best)
    return node(Head.AND, reached, Node(Head.FOR_ALL, (node(Head.IMPLIES, condition, within),), formula.letters))


def _solutions(formula: Node, types: Mapping[str, Type]) -> Expr | None:
    """Each of them is of the letters' types and satisfies the condition, and whatever does is one of them."""
    values, condition = formula.args
    names = _types(formula)
    inside = _inside(types, formula)
    listed = isinstance(values, Node) and values.head in (Head.LIST, Head.TUPLE, Head.SET)
    if not isinstance(values, Node) or not listed or not defined(condition, inside) or len(values.args) > MOST_VALUES:
        return None
    points = [_entries(one, len(names)) for one in values.args]
    if any(one is None or any(x.free & names.keys() or not total(x, types) for x in one) for one in points):
        return None
    found = [point for point in points if point is not None]
    each = [part for point in found for part in _at(condition, formula.letters, point)]
    same = [
        conjunction([node(Head.EQ, Sym(letter.name), x) for letter, x in zip(formula.letters, point, strict=True)])
        for point in found
    ]
    among = node(Head.OR, *same) if len(same) > 1 else same[0] if same else Node(Head.FALSE)
    only = Node(Head.FOR_ALL, (node(Head.IMPLIES, condition, among),), formula.letters)
    return conjunction([*each, only])


def _entries(value: Expr, count: int) -> tuple[Expr, ...] | None:
    if count == 1:
        return (value,)
    tuple_ = isinstance(value, Node) and value.head is Head.TUPLE and len(value.args) == count
    return value.args if isinstance(value, Node) and tuple_ else None


def _at(condition: Expr, letters: Sequence[Letter], point: Sequence[Expr]) -> list[Expr]:
    """The condition at a point, and that the point is of the letters' types."""
    values = {one.name: x for one, x in zip(letters, point, strict=True)}
    kinds = [node(Head.IS_INT, values[one.name]) for one in letters if one.type in WHOLE]
    least = [substitute(fact, values) for one in letters for fact in bounds(one)]
    return [*kinds, *least, substitute(condition, values)]


def without_lists(claim: Claim) -> Claim:
    """Return a claim with letters for matrices and points replaced by what premises say that they are: whatever is said
    of every letter that equals something is said of that."""
    for letter in (one for one in claim.types if one.type in LISTED):
        premises = [replace(one, formula=part) for one in claim.premises for part in conjuncts(one.formula)]
        found = next(((i, x) for i, one in enumerate(premises) if (x := _is(letter.name, one.formula))), None)
        if found is None:
            continue
        index, value = found
        try:
            left = [put for i, one in enumerate(premises) if i != index for put in (_put(one, letter.name, value),)]
            said = substitute(claim.formula, {letter.name: value})
        except (NotSubstituted, ExprTooLarge):
            continue
        types = tuple(one for one in claim.types if one != letter)
        claim = Claim(said, types, tuple(left), claim.rounded)
    return claim


def _put(premise: Hypothesis, name: str, value: Expr) -> Hypothesis:
    return replace(premise, formula=substitute(premise.formula, {name: value}))


def _is(name: str, premise: Expr) -> Expr | None:
    """What an equation says that a letter is, in other letters."""
    match premise:
        case Node(head=Head.EQ, args=(Sym(said), value) | (value, Sym(said))) if (
            said == name and name not in value.free
        ):
            return value
    return None
