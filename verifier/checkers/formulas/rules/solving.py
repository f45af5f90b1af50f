"""Rules of what solves a condition, and of greatest and least values (trusted): they are put to the condition, and
whatever satisfies it is among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from verifier.checkers.formulas.places.models import of_type
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import LEAST, Place, below
from verifier.checkers.formulas.places.totality import NUMBERS, REAL, least, real, total
from verifier.checkers.formulas.rules.linear import Shows, listed
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.checkers.formulas.rules.whole_numbers import spelled
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.points import read_point
from verifier.kernel.expr import FORMULAS, Expr, Head, Int, Letter, Node, Sym, Type, node, substitute
from verifier.kernel.verdict import CheckFailed, Reason


@dataclass(frozen=True, slots=True)
class Grounds:
    """What hypotheses tell of the types of numbers: which are ``whole``, and comparisons with their ``bounds``."""

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
    """Return what the hypotheses ``whole`` and ``bounds`` of a tree tell of types.

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
        number = read_point({"value": data})["value"]
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


def by_solutions(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check ``solves``: each listed value satisfies the condition, and what satisfies it is listed (F reading: a listed
    value ``index`` does not, or a solution ``at`` differs from all that are listed).

    Raises:
        CheckFailed: where a tree does not show its part.
    """
    if not (isinstance(formula, Node) and formula.head is Head.SOLVES and len(formula.letters) == 1):
        raise CheckFailed("the rule is of solves, in one letter")
    if not formula.free <= place.types.keys():
        raise CheckFailed("a letter that is not in scope")
    listing, condition = formula.args
    if not isinstance(listing, Node) or listing.head not in (Head.LIST, Head.TUPLE, Head.SET):
        raise CheckFailed("the values are not listed")
    [letter] = formula.letters
    values, inner, grounds = listing.args, place.inside(), grounds_of(walk, place, tree)
    if not all(is_of_type(one, letter.type, place, grounds) or _numeral(one, letter.type) for one in values):
        raise CheckFailed("a listed value may not be of the type", Reason.SIDE_CONDITION)
    if holds:
        trees = listed(tree.get("trees"))
        if len(trees) != len(values) + 1:
            raise CheckFailed("a tree for each value, and one for all solutions, is needed")
        for value, one in zip(values, trees, strict=False):
            walk.show(True, substitute(condition, {letter.name: value}), inner, one)
        (satisfied,), inside = below(Node(Head.EXISTS, (condition,), (letter,)), inner)
        name = next(iter(inside.types.keys() - inner.types.keys()))
        among = _among(Sym(name), values)
        walk.show(True, among, inside.with_(satisfied), trees[-1])
    elif "index" in tree:
        index = tree["index"]
        if type(index) is not int or not 0 <= index < len(values):
            raise CheckFailed("there is no such value")
        walk.show(False, substitute(condition, {letter.name: values[index]}), inner, tree.get("tree"))
    else:
        solution = value_of(tree.get("at"), letter.type, place, grounds)
        trees = listed(tree.get("trees"))
        if len(trees) != len(values) + 1:
            raise CheckFailed("a tree for the solution, and one for each listed value, is needed")
        walk.show(True, substitute(condition, {letter.name: solution}), inner, trees[0])
        for value, one in zip(values, trees[1:], strict=True):
            walk.show(False, node(Head.EQ, solution, value), inner, one)


def by_count(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check that there are so many solutions: those that ``values`` spells are all of them, and no two are equal.

    Raises:
        CheckFailed: where a tree does not show its part.
    """
    match formula:
        case Node(
            head=Head.EQ,
            args=(Node(head=Head.NUM_SOLUTIONS) as number, Int(count))
            | (Int(count), Node(head=Head.NUM_SOLUTIONS) as number),
        ) if holds:
            pass
        case _:
            raise CheckFailed("the rule is of how many solutions there are")
    [letter, *others], values, trees = number.letters, listed(tree.get("values")), listed(tree.get("trees"))
    if others or len(values) != count or len(trees) != 1 + count * (count - 1) // 2:
        raise CheckFailed("each solution of one letter, and a tree for each two, is needed")
    grounds = grounds_of(walk, place, tree)
    numbers = [value_of(one, letter.type, place, grounds) for one in values]
    walk.show(True, solved(number, numbers), place.inside(), trees[0])
    for (one, other), shown in zip(combinations(numbers, 2), trees[1:], strict=True):
        walk.show(True, node(Head.NE, one, other), place.inside(), shown)


def solved(number: Node, values: Sequence[Expr]) -> Node:
    """Return that these are the solutions that a number counts."""
    return Node(Head.SOLVES, (node(Head.LIST, *values), number.args[0]), number.letters)


def _numeral(expr: Expr, kind: Type) -> bool:
    """Whether a number without letters, made by rational operations, is of a type."""
    try:
        return kind in NUMBERS and not expr.free and of_type(value(expr, {}), kind)
    except NotEvaluated:
        return False


def _among(letter: Expr, values: Sequence[Expr]) -> Expr:
    """That a number is one of several."""
    equations = [node(Head.EQ, letter, value) for value in values]
    return equations[0] if len(equations) == 1 else node(Head.OR, *equations) if equations else Node(Head.FALSE)


def by_extreme(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check ``is_max`` and ``is_min``: the value is reached ``at`` numbers that satisfy the condition, and nothing that
    does goes beyond it (F reading: something does, ``at`` numbers; or the value is reached nowhere).

    Raises:
        CheckFailed: where a tree does not show its part.
    """
    if not (isinstance(formula, Node) and formula.head in (Head.IS_MAX, Head.IS_MIN)):
        raise CheckFailed("the rule is of greatest and least values")
    if not formula.free <= place.types.keys():
        raise CheckFailed("a letter that is not in scope")
    best, made, condition = formula.args
    if best.free & {one.name for one in formula.letters}:
        raise CheckFailed("the value names a letter that is bound", Reason.OUT_OF_SCOPE)
    within = Head.LE if formula.head is Head.IS_MAX else Head.GE
    trees, inner, grounds = listed(tree.get("trees")), place.inside(), grounds_of(walk, place, tree)
    if holds:
        at, bounded = listed(tree.get("at")), node(within, made, best)
        (condition_there, made_there) = (put(one, formula.letters, at, place, grounds) for one in (condition, made))
        if len(trees) != 3:
            raise CheckFailed("three trees are needed")
        walk.show(True, condition_there, inner, trees[0])
        walk.show(True, node(Head.EQ, made_there, best), inner, trees[1])
        _everywhere(walk, formula, bounded, inner, trees[2])
        return
    if not is_of_type(best, Type.REAL, place) and not _numeral(best, Type.REAL):
        raise CheckFailed("the value may be undefined", Reason.SIDE_CONDITION)
    if "at" in tree:
        at = listed(tree["at"])
        (condition_there, made_there) = (put(one, formula.letters, at, place, grounds) for one in (condition, made))
        if len(trees) != 2:
            raise CheckFailed("two trees are needed")
        walk.show(True, condition_there, inner, trees[0])
        walk.show(False, node(within, made_there, best), inner, trees[1])
    else:
        if len(trees) != 1:
            raise CheckFailed("one tree is needed")
        _everywhere(walk, formula, node(Head.NE, made, best), inner, trees[0])


def _everywhere(walk: Shows, formula: Node, said: Expr, place: Place, tree: object) -> None:
    """Check what is said wherever the condition of a greatest or least value holds."""
    both = Node(formula.head, (Sym("unused"), said, formula.args[2]), formula.letters)
    (_, body, condition), inside = below(both, place)
    walk.show(True, body, inside.with_(condition), tree)


def by_same_extreme(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with the equation of the hypothesis ``of``, a greatest or least value, and another number that is
    shown to be that value as well.

    Raises:
        CheckFailed: where a tree does not show its part.
    """
    given = _extreme_held(walk, place, tree)
    value, trees, inner = spelled(tree.get("value"), place), listed(tree.get("trees")), place.inside()
    if len(trees) != 2 or value.free & {one.name for one in given.letters}:
        raise CheckFailed("two trees are needed, and a number that names no bound letter")
    walk.show(True, Node(given.head, (value, *given.args[1:]), given.letters), inner, trees[0])
    walk.show(holds, formula, inner.with_(node(Head.EQ, given.args[0], value)), trees[1])


def _extreme_held(walk: Shows, place: Place, tree: Mapping[str, Any]) -> Node:
    given = walk.held(tree.get("of"), place).formula
    if not isinstance(given, Node) or given.head not in (Head.IS_MAX, Head.IS_MIN):
        raise CheckFailed("the rule is of a hypothesis about a greatest or least value")
    if given.args[0].free & {one.name for one in given.letters}:
        raise CheckFailed("the value names a letter that is bound", Reason.OUT_OF_SCOPE)
    return given


def by_members(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check that something is a member of a set, or is none, by what that means.

    Raises:
        CheckFailed: where it is not said of a set that is written out, or the tree does not show it.
    """
    walk.show(holds, unfold_membership(holds, formula, place), place.inside(), tree.get("tree"))


def unfold_membership(holds: bool, formula: Expr, place: Place) -> Expr:
    """Return a formula of which a reading is enough for that reading of a membership.

    Raises:
        CheckFailed: where it is none in a set that is written out, or an element may be undefined.
    """
    if not isinstance(formula, Node) or formula.head is not Head.IN:
        raise CheckFailed("members are of sets")
    one, of = formula.args
    if not _sure(of, place) or (not holds and not _sure(one, place)):
        raise CheckFailed("an element may be undefined", Reason.SIDE_CONDITION)
    return meant(formula)


MADE = frozenset({Head.UNION, Head.INTERSECTION, Head.SET, Head.LIST, Head.TUPLE, Head.SET_OF})
"""What makes a set or a list that is written out."""


def meant(formula: Node) -> Expr:
    """Return what holds where a membership does.

    Raises:
        CheckFailed: where it is none in a set that is written out.
    """
    one, of = formula.args
    match of:
        case Node(head=Head.UNION | Head.INTERSECTION, args=args):
            joined = Head.OR if of.head is Head.UNION else Head.AND
            return node(joined, *(node(Head.IN, one, arg) for arg in args))
        case Node(head=Head.SET | Head.LIST | Head.TUPLE, args=args):
            equal = [node(Head.EQ, one, arg) for arg in args]
            return equal[0] if len(equal) == 1 else node(Head.OR, *equal) if equal else Node(Head.FALSE)
        case Node(head=Head.SET_OF, args=(made, condition)):
            equation = node(Head.EQ, made, Sym(_ELEMENT))
            exists = Node(Head.EXISTS, (node(Head.AND, condition, equation),), of.letters)
            return substitute(exists, {_ELEMENT: one})
    raise CheckFailed("a set that is not written out", Reason.OUT_OF_SCOPE)


_ELEMENT = "element#"  # no letter is called that


def _sure(expr: Expr, place: Place) -> bool:
    """Whether an element, or a set that is written out, is surely defined."""
    match expr:
        case Node(head=Head.SET_OF):
            return True  # it has the elements that are defined
        case Node(head=Head.UNION | Head.INTERSECTION | Head.SET | Head.LIST | Head.TUPLE, args=args):
            return all(_sure(arg, place) for arg in args)
    return total(expr, place.types)
