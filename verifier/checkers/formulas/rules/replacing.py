"""Rules that replace equals by equals, and that show the signs of numbers (trusted)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.readings import OPPOSITE
from verifier.checkers.formulas.places.totality import TURNED, least, total
from verifier.checkers.formulas.rules.linear import Shows, gap_of
from verifier.checkers.points import listed
from verifier.kernel.expr import SCOPED, Dec, Expr, Head, Int, Node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

_DERIVED = frozenset({Head.DIFF, Head.ANTIDERIVATIVE})


def by_replacing(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with one side of the equation ``of`` replaced by the other (``back``: the right side by the
    left); or, where the tree has ``in``, with that hypothesis so rewritten as one more.

    Raises:
        CheckFailed: where it is no equation, or the tree does not show the formula.
    """
    old, new = sides(walk.held(tree.get("of"), place).formula, bool(tree.get("back")))
    if "in" in tree:
        said = replaced(walk.held(tree["in"], place).formula, old, new)
        walk.show(holds, formula, place.inside().with_(said), tree.get("tree"))
    else:
        walk.show(holds, replaced(formula, old, new), place.inside(), tree.get("tree"))


def sides(equation: Expr, back: bool) -> tuple[Expr, Expr]:
    """Return what an equation lets replace, and by what.

    Raises:
        CheckFailed: where it is none, or has decimals, which may be rounded.
    """
    if not isinstance(equation, Node) or equation.head is not Head.EQ or _decimals(equation):
        raise CheckFailed("equals are replaced by an equation without decimals")
    if any(isinstance(part, Node) and part.head is Head.ANTIDERIVATIVE for part in walk_expr(equation)):
        raise CheckFailed("an antiderivative is any of many functions", Reason.OUT_OF_SCOPE)
    return (equation.args[1], equation.args[0]) if back else (equation.args[0], equation.args[1])


def replaced(formula: Expr, old: Expr, new: Expr) -> Expr:
    """Return a formula with equals in the place of equals, wherever no letter of them is bound.

    Raises:
        CheckFailed: where something is derived by a letter.
    """
    if formula == old:
        return new
    if not isinstance(formula, Node):
        return formula
    if formula.head in _DERIVED:
        raise CheckFailed("what is derived by a letter is not replaced", Reason.OUT_OF_SCOPE)
    bound, scoped = {one.name for one in formula.letters}, SCOPED.get(formula.head, ())
    kept = bound & (old.free | new.free)
    args = (arg if i in scoped and kept else replaced(arg, old, new) for i, arg in enumerate(formula.args))
    return Node(formula.head, tuple(args), formula.letters)


def by_signs(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check how a real number stands to zero, by the signs of what it is made of; ``uses`` are comparisons with zero.

    Raises:
        CheckFailed: where these do not tell.
    """
    given = frozenset(walk.held(index, place).formula for index in listed(tree.get("uses", [])))
    if not told(holds, formula, place, given):
        raise CheckFailed("the signs do not show that")
    walk.note("signs")


def told(holds: bool, formula: Expr, place: Place, given: frozenset[Expr]) -> bool:
    """Return whether signs tell a reading of a comparison with zero.

    Raises:
        CheckFailed: where it is no such comparison of real numbers.
    """
    if not isinstance(formula, Node) or len(formula.args) != 2 or Int(0) not in formula.args or _decimals(formula):
        raise CheckFailed("signs are of a comparison with zero")
    gap_of(formula, place)  # of real numbers alone
    number, zero = formula.args
    head = formula.head if holds else OPPOSITE.get(formula.head)
    if number == Int(0):
        number, head = zero, TURNED.get(head, head) if head is not None else None
    if not total(number, place.types, given):
        return False
    above, below = number, Node(Head.NEG, (number,))
    match head:
        case Head.GT | Head.GE:
            return least(above, place.types, given, strictly=head is Head.GT)
        case Head.LT | Head.LE:
            return least(below, place.types, given, strictly=head is Head.LT)
        case Head.NE:
            return any(least(one, place.types, given, strictly=True) for one in (above, below))
    return False


def _decimals(formula: Expr) -> bool:
    return isinstance(formula, Dec) or (isinstance(formula, Node) and any(map(_decimals, formula.args)))
