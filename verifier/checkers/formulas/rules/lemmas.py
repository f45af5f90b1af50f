"""Rules that add a hypothesis, and that unfold definitions (trusted)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.checkers.formulas.places.place import Place, below
from verifier.checkers.formulas.places.readings import negate
from verifier.checkers.formulas.places.totality import total
from verifier.checkers.formulas.rules.definitions import Wherever, meaning, unfold, ways
from verifier.checkers.formulas.rules.forms import strict
from verifier.checkers.formulas.rules.instances import grounds_of
from verifier.checkers.formulas.rules.linear import Shows, gap_of
from verifier.checkers.formulas.rules.whole_numbers import spelled
from verifier.checkers.points import listed
from verifier.kernel.expr import FORMULAS, Expr, Head, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Reason


def by_lemma(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula by a ``lemma`` that is shown first.

    Raises:
        CheckFailed: where one of both trees does not show it.
    """
    lemma, (first, second) = spelled(tree.get("lemma"), place), _pair(tree)
    walk.show(True, lemma, place.inside(), first)
    walk.show(holds, formula, place.inside().with_(lemma), second)


def by_excluded_middle(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula where another one, ``asked``, holds and where it fails: it is defined everywhere.

    Raises:
        CheckFailed: where it may be undefined, or one of both trees does not show the formula.
    """
    asked, (first, second) = spelled(tree.get("asked"), place), _pair(tree)
    if not decided(asked, place):
        raise CheckFailed("what is asked may neither hold nor fail", Reason.SIDE_CONDITION)
    walk.show(holds, formula, place.inside().with_(asked), first)
    walk.show(holds, formula, place.inside().with_(negate(asked)), second)


def decided(asked: Expr, place: Place) -> bool:
    """Return whether a formula surely holds or fails at a place; of lists whose entries are defined, so that they are
    equal."""
    match asked:
        case Sym(name):
            return place.types.get(name) is Type.BOOL
        case Node(
            head=Head.EQ, args=(Node(head=Head.LIST | Head.TUPLE, args=a), Node(head=Head.LIST | Head.TUPLE, args=b))
        ):
            return all(total(entry, place.types) for entry in (*a, *b))
    return isinstance(asked, Node) and asked.head in FORMULAS and total(asked, place.types)


def by_unfolding(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula by its definition: by one of its ways, ``index``, whose goals ``trees`` show. Where the tree has
    ``of``: with what that hypothesis says as one more; where it has ``number``: with what a function means.

    Raises:
        CheckFailed: where there is no such definition, or a tree does not show its goal.
    """
    inner, parts = place.inside(), tree.get("parts") is True
    if "number" in tree:
        walk.show(holds, formula, inner.with_(_meaning(walk, place, tree)), tree.get("tree"))
    elif "of" in tree:
        said = unfold(walk.held(tree["of"], place).formula, place, parts=parts)
        walk.show(holds, formula, inner.with_(said), tree.get("tree"))
    elif not isinstance(formula, Node) or not formula.free <= place.types.keys():
        raise CheckFailed("a letter that is not in scope, or means nothing")
    else:
        found = ways(holds, formula, place, parts=parts, grounds=grounds_of(walk, place, tree))
        index, trees = tree.get("index", 0), listed(tree.get("trees"))
        if type(index) is not int or not 0 <= index < len(found) or len(trees) != len(found[index]):
            raise CheckFailed("a tree for each goal of one of the ways is needed")
        for goal, one in zip(found[index], trees, strict=True):
            if isinstance(goal, Wherever):
                (implied,), inside = below(goal.formula, inner)
                condition, goal = implied.args if isinstance(implied, Node) else ()
                walk.show(True, goal, inside.with_(condition), one)
            else:
                walk.show(True, goal, inner, one)


def _meaning(walk: Shows, place: Place, tree: Mapping[str, Any]) -> Expr:
    """Return what a function means at a ``number`` that is defined everywhere, or is part of the hypothesis ``in``."""
    number = spelled(tree.get("number"), place)
    gap_of(node(Head.EQ, number, number), place)  # of real numbers alone
    if "in" in tree:
        given = walk.held(tree["in"], place).formula
        if not (isinstance(given, Node) and given.head in _STRICT and number in strict(given)):
            raise CheckFailed("a number is not in that relation")
    elif not total(number, place.types):
        raise CheckFailed("a number may be undefined", Reason.SIDE_CONDITION)
    return meaning(number)


_STRICT = frozenset({Head.EQ, Head.NE, Head.LT, Head.LE, Head.GT, Head.GE, Head.DIVIDES, Head.CONGRUENT})


def by_exists_elim(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with the letters of the hypothesis ``of``, an Exists, put at what nothing else speaks of.

    Raises:
        CheckFailed: where it is none, or the tree does not show the formula.
    """
    given = walk.held(tree.get("of"), place).formula
    if not isinstance(given, Node) or given.head is not Head.EXISTS:
        raise CheckFailed("letters are taken from an Exists that holds")
    if not formula.free <= place.types.keys():
        raise CheckFailed("a letter that is not in scope")
    (body,), inside = below(given, place)
    walk.show(holds, formula, inside.inside().with_(body), tree.get("tree"))


def _pair(tree: Mapping[str, Any]) -> tuple[object, object]:
    trees = listed(tree.get("trees"))
    if len(trees) != 2:
        raise CheckFailed("two trees are needed")
    return trees[0], trees[1]
