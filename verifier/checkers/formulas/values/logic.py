"""Connectives, comparisons and predicates: true, false, or neither where something is undefined (strong Kleene)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from verifier.checkers.formulas.values import enclosing
from verifier.checkers.formulas.values.values import Gaussian, Infinite, Matrix, Place, Value
from verifier.checkers.functions import NotEvaluated, Undefined, Unsupported, effort, is_prime, unit, whole
from verifier.kernel.expr import Expr, Head, Node

MAX_UNKNOWN = 60  # most truths that could not be told, after which no more are asked for
Truth = Callable[[], bool | None]
"""What finds the truth of a formula; it may raise NotEvaluated."""


def unless(sought: bool, found: Iterable[Truth]) -> bool | None:
    """Return ``sought`` where one of the truths is ``sought``, its opposite where all of them are, else None.

    Raises:
        NotEvaluated: where what could not be told would matter.
    """
    neither, unknown = False, list[NotEvaluated]()
    for truth in found:
        try:
            one = truth()
        except NotEvaluated as wrong:
            unknown.append(wrong)
            if len(unknown) > MAX_UNKNOWN:
                break
            continue
        if one is sought:
            return sought
        neither |= one is None
    if unknown:
        raise unknown[0]
    return None if neither else not sought


def connective(node: Node, place: Place) -> bool | None:
    """Return the truth of ``and``, ``or``, ``not``, ``Implies`` and ``Iff``."""
    match node.head, node.args:
        case Head.NOT, (p,):
            return negated(place.truth(p))
        case ((Head.AND | Head.OR), args):
            return unless(node.head is Head.OR, (partial(place.truth, p) for p in args))
        case Head.IMPLIES, (p, q):
            return unless(True, [lambda: negated(place.truth(p)), lambda: place.truth(q)])
        case Head.IFF, (p, q):
            first, second = place.truth(p), place.truth(q)
            return None if first is None or second is None else first is second
    raise Unsupported(f"{node.head.value} is no connective")


def negated(truth: bool | None) -> bool | None:
    """Return the truth of the negation."""
    return None if truth is None else not truth


_ORDERS: Final[Mapping[Head, Callable[[Fraction, Fraction], bool]]] = {
    **{Head.LT: operator.lt, Head.LE: operator.le, Head.GT: operator.gt, Head.GE: operator.ge},
}


_STANDS: Final[Mapping[Head, Callable[[int], bool]]] = {
    **{Head.LT: lambda x: x < 0, Head.LE: lambda x: x < 0, Head.GT: lambda x: x > 0, Head.GE: lambda x: x > 0},
    **{Head.EQ: lambda x: False, Head.NE: lambda x: True},
}
"""What comparisons say of numbers that are apart, by the order in which they stand."""


def comparison(node: Node, place: Place) -> bool:
    """Return the truth of a comparison.

    Raises:
        Undefined: where a side is undefined, or matrices have different sizes.
        NotEvaluated: where a side has no value that is known.
    """
    try:
        left, right = _sides(node.args, place)
    except Unsupported as unknown:
        order = enclosing.order(node.args[0], node.args[1], place)
        if order is None:
            raise unknown
        return _STANDS[node.head](order)
    if (ordered := _ORDERS.get(node.head)) is not None:
        if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
            raise Unsupported(f"{node.head.value} between what are no numbers")
        return ordered(left, right)
    return _same(left, right) is (node.head is Head.EQ)


def _sides(args: tuple[Expr, ...], place: Place) -> tuple[Value, Value]:
    """Both sides: one that is undefined is told before one that is not known."""
    left, right = args
    try:
        first = place.value(left)
    except Undefined:
        raise
    except NotEvaluated:
        place.value(right)
        raise
    return first, place.value(right)


def _same(left: Value, right: Value) -> bool:
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        if left.shape != right.shape:
            raise Undefined("matrices of different sizes")
        return left == right
    if {type(left), type(right)} in ({Fraction, Gaussian}, {Fraction, Infinite}):
        return False  # one is real, the other is not
    if type(left) is not type(right):
        raise Unsupported("a comparison of things of different kinds")
    return left == right


def predicate(node: Node, place: Place) -> bool | None:
    """Return the truth of a predicate of numbers.

    Raises:
        Undefined: where an argument is undefined, or not whole where it must be.
        NotEvaluated: where an argument has no value that is known.
    """
    try:
        values = [place.number(arg) for arg in node.args]
    except Unsupported:
        told = None
        if node.head is Head.ABOUT and len(node.args) == 3:
            told = enclosing.about(node.args[0], place.number(node.args[1]), place.number(node.args[2]), place)
        if told is None:
            raise
        return told
    match node.head, values:
        case Head.IS_INT, [x]:
            return x.denominator == 1
        case Head.IS_PRIME, [x]:
            place.work.spend(effort(x))
            return is_prime(x)
        case Head.DIVIDES, [x, n]:
            a, b = whole(x), whole(n)
            return b == 0 if a == 0 else b % a == 0
        case Head.CONGRUENT, [x, y, n]:
            return (whole(x) - whole(y)) % whole(n, 1) == 0
        case Head.ABOUT, [x, y, n]:
            return _about(x, y, n)
    raise Unsupported(f"{node.head.value} is no predicate of numbers")


def _about(exact: Fraction, rounded: Fraction, places: Fraction) -> bool | None:
    gap, last = abs(exact - rounded), unit(places)
    if (exact / last).denominator == 1:
        return exact == rounded  # it fits the places shown: nothing was rounded
    return True if 2 * gap <= last else False if gap > last else None
