"""Equations between vectors, matrices and lists of numbers, entry by entry (trusted).

Both sides have to be made of vectors, matrices or lists that are written out, by sums and differences of equal sizes
and products with numbers: their entries are then expressions, and they are equal where all entries are. A letter for a
matrix, or for a point, is replaced by what a hypothesis says that it equals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Place, at, conjunction, has_decimals
from verifier.checkers.formulas.places.totality import REAL, real
from verifier.checkers.formulas.rules.linear import Shows
from verifier.checkers.formulas.values.evaluation import Point
from verifier.checkers.formulas.values.values import Matrix
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Node, Sym, Text, Type, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

_WRITTEN = frozenset({Head.VECTOR, Head.TUPLE, Head.LIST})
_NUMBERS = frozenset(
    {Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.SQRT, Head.ABS, Head.MIN, Head.MAX}
    | {Head.FLOOR, Head.CEIL, Head.SIN, Head.COS, Head.TAN, Head.EXP, Head.LN}
)
"""Functions that give numbers where their arguments are numbers."""
LISTED = frozenset({Type.MATRIX, Type.POINT})
"""The types of letters for what is written out entry by entry."""
_DERIVED = frozenset({Head.DIFF, Head.ANTIDERIVATIVE})
Shape = tuple[Head, int, int]
"""What is written out, and its numbers of rows and columns."""


def by_rewriting(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with a letter for a matrix or a point replaced by what the hypothesis ``of`` says that it equals.

    Raises:
        CheckFailed: where that is none such, or the tree does not show it.
    """
    walk.held(tree.get("of"), place)
    put, inside = rewritten(formula, place, tree["of"])
    walk.show(holds, put, inside, tree.get("tree"))


def rewritten(formula: Expr, place: Place, index: int) -> tuple[Expr, Place]:
    """Return the formula, and the place, with a letter for a matrix or a point replaced by what a hypothesis says that
    it is.

    Raises:
        CheckFailed: where the hypothesis says nothing of the kind, or something is derived by a letter.
    """
    given = place.held[index].formula
    if not isinstance(given, Node) or given.head is not Head.EQ:
        raise CheckFailed("a letter is replaced by what an equation says that it is")
    a, b = given.args
    letter, value = (a, b) if isinstance(a, Sym) else (b, a)
    if not isinstance(letter, Sym) or place.types.get(letter.name) not in LISTED or letter.name in value.free:
        raise CheckFailed("only a letter for a matrix or a point is replaced")
    everything = [formula, *(one.formula for one in place.held)]
    if any(isinstance(x, Node) and x.head in _DERIVED for one in everything for x in walk_expr(one)):
        raise CheckFailed("what is derived by a letter is not replaced", Reason.OUT_OF_SCOPE)
    inside = place.inside().at(letter.name, value)
    types = {name: kind for name, kind in place.types.items() if name != letter.name}
    return at(formula, letter.name, value), replace(inside, types=types)


def entrywise(formula: Expr, place: Place) -> Expr:
    """Return the conjunction of the equations between entries (of ``!=``: its negation) that a formula comes to.

    Raises:
        CheckFailed: where it is no equation between what is written out.
    """
    equations = [node(Head.EQ, a, b) for a, b in zip(*sides(formula, place), strict=True)]
    said = conjunction(equations)
    return said if isinstance(formula, Node) and formula.head is Head.EQ else node(Head.NOT, said)


def sides(formula: Expr, place: Place) -> list[list[Expr]]:
    """Return the entries of both sides, which are as many.

    Raises:
        CheckFailed: where it is no equation between what is written out.
    """
    if not isinstance(formula, Node) or formula.head not in (Head.EQ, Head.NE):
        raise CheckFailed("entries are of equations")
    (shape, left), (other, right) = (_entries(side, place) for side in formula.args)
    if shape != other:
        raise CheckFailed("sides of different sizes", Reason.SIDE_CONDITION)
    return [left, right]


def _entries(expr: Expr, place: Place) -> tuple[Shape, list[Expr]]:
    """The shape of what is written out, and its entries row by row."""
    if not isinstance(expr, Node):
        raise CheckFailed("a side is not written out", Reason.OUT_OF_SCOPE)
    if expr.head in _MADE and not expr.free:
        return _evaluated(expr)
    match expr.head, expr.args:
        case head, args if head in _WRITTEN and args:
            return (head, len(args), 1), [_number(arg, place) for arg in args]
        case Head.MATRIX, rows if rows:
            lists = [row.args if isinstance(row, Node) and row.head is Head.LIST else () for row in rows]
            if len({len(row) for row in lists}) == 1 and lists[0]:
                return (Head.MATRIX, len(lists), len(lists[0])), [_number(x, place) for row in lists for x in row]
        case Head.ADD | Head.SUB, (a, b):
            (shape, left), (other, right) = _entries(a, place), _entries(b, place)
            if shape == other and shape[0] in (Head.VECTOR, Head.MATRIX):
                return shape, [node(expr.head, x, y) for x, y in zip(left, right, strict=True)]
        case Head.NEG, (a,):
            return _each(a, place, lambda x: node(Head.NEG, x))
        case Head.MUL, (k, a) if _is_number(k, place):
            return _each(a, place, lambda x: node(Head.MUL, k, x))
        case Head.MUL | Head.DIV, (a, k) if _is_number(k, place):
            return _each(a, place, lambda x: node(expr.head, x, k))
    raise CheckFailed("a side is not written out", Reason.OUT_OF_SCOPE)


_MADE = frozenset({Head.INVERSE, Head.TRANSPOSE, Head.CROSS})


def _evaluated(expr: Expr) -> tuple[Shape, list[Expr]]:
    """The entries of a matrix that is calculated, which are rational numbers."""
    if has_decimals(expr):
        raise CheckFailed("decimals may be rounded: they are not calculated", Reason.ROUNDED)
    try:
        found = Point({}).value(expr)
    except NotEvaluated as error:
        raise CheckFailed(str(error), Reason.OUT_OF_SCOPE) from error
    if not isinstance(found, Matrix):
        raise CheckFailed("a side is no matrix", Reason.OUT_OF_SCOPE)
    rows, columns = found.shape
    head = Head.VECTOR if columns == 1 else Head.MATRIX
    return (head, rows, columns), [numeral(x) for row in found.rows for x in row]


def _each(expr: Expr, place: Place, make: Callable[[Expr], Expr]) -> tuple[Shape, list[Expr]]:
    shape, found = _entries(expr, place)
    if shape[0] not in (Head.VECTOR, Head.MATRIX):
        raise CheckFailed("a list is not calculated with", Reason.OUT_OF_SCOPE)
    return shape, [make(one) for one in found]


def _number(expr: Expr, place: Place) -> Expr:
    if not _is_number(expr, place):
        raise CheckFailed("an entry may be no number", Reason.OUT_OF_SCOPE)
    return expr


def _is_number(expr: Expr, place: Place) -> bool:
    """Whether it is a real number where it is defined: made of real letters by functions of numbers."""
    if isinstance(expr, Node) and expr.head is Head.NORM and isinstance(expr.args[0], Node):
        return expr.args[0].head is Head.VECTOR and all(_is_number(arg, place) for arg in expr.args[0].args)
    if isinstance(expr, Node) and expr.head in _NUMBERS:
        return all(_is_number(arg, place) for arg in expr.args)
    heads = not isinstance(expr, Node)
    kinds = {place.types.get(name) for name in expr.free}
    return heads and kinds <= REAL and not any(isinstance(part, Text) for part in walk_expr(expr)) and real(expr)
