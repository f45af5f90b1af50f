"""Lists and sets of values: their members, their size, and the mean, median and variance of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from verifier.checkers.formulas.values.polynomials import solutions
from verifier.checkers.formulas.values.values import Place, Value
from verifier.checkers.functions import Undefined, Unsupported, operate
from verifier.kernel.expr import Expr, Head, Int, Node, Text


def membership(node: Node, place: Place) -> bool:
    """Return whether a value is among those of a list or a set.

    Raises:
        NotEvaluated: where the value or one of the list is undefined or not known.
    """
    item, among = node.args
    found = place.value(item)
    if (given := _given(among)) is not None and isinstance(found, Fraction):
        return solutions.solution((found,), given.letters, given.args[1], place)
    listed = place.value(among)
    if not isinstance(listed, tuple | frozenset):
        raise Unsupported("membership in what is no set")
    if any(type(one) is not type(found) for one in listed):
        raise Unsupported("membership among things of another kind")
    return found in listed


def _given(expr: Expr) -> Node | None:
    """The set of all values of one letter at which a condition holds, or None where it is another set."""
    if isinstance(expr, Node) and expr.head is Head.SET_OF and solutions.plain(expr):
        return expr
    return None


def _list(node: Node, place: Place) -> Value:
    return tuple(map(place.value, node.args))


def _set(node: Node, place: Place) -> Value:
    return frozenset(map(place.value, node.args))


def _joined(node: Node, place: Place) -> Value:
    first, second = map(place.value, node.args)
    if not (isinstance(first, frozenset) and isinstance(second, frozenset)):
        raise Unsupported(f"{node.head.value} of what are no sets")
    return first | second if node.head is Head.UNION else first & second


def _length(node: Node, place: Place) -> Value:
    if (given := _given(node.args[0])) is not None:
        return solutions.counted(given.letters, given.args[1], place)
    found = place.value(node.args[0])
    if isinstance(found, tuple | frozenset):
        return Fraction(len(found))
    raise Unsupported("the size of what is no list or set")


def _statistic(node: Node, place: Place) -> Value:
    """The mean, the median, and the mean square distance from the mean (the variance of a whole population)."""
    found = place.value(node.args[0])
    numbers = [one for one in found if isinstance(one, Fraction)] if isinstance(found, tuple) else []
    if not isinstance(found, tuple) or len(numbers) < len(found):
        raise Unsupported(f"the {node.head.value} of what is no list of numbers")
    if not numbers:
        raise Undefined(f"the {node.head.value} of no numbers")
    if node.head is Head.MEDIAN:
        middle = sorted(numbers)[(len(numbers) - 1) // 2 : len(numbers) // 2 + 1]
        return _mean(middle, place)
    mean = _mean(numbers, place)
    return mean if node.head is Head.MEAN else _mean([place.work.number((x - mean) ** 2) for x in numbers], place)


def _mean(numbers: list[Fraction], place: Place) -> Fraction:
    total = Fraction(0)
    for one in numbers:
        total = place.work.number(operate(Head.ADD, total, one))
    return total / len(numbers)


def _numeral(node: Node, place: Place) -> Value:
    """Digits in a base; those beyond 9 are letters."""
    match node.args:
        case (Text(value=spelled), Int(value=base)) if 2 <= base <= 36 and len(spelled) <= 400:
            if spelled.isascii() and spelled.isalnum() and all(int(char, 36) < base for char in spelled):
                return Fraction(int(spelled, base))
    raise Unsupported("no numeral")


MEANINGS: Final[Mapping[Head, Callable[[Node, Place], Value]]] = {
    **{Head.LIST: _list, Head.TUPLE: _list, Head.SET: _set, Head.LEN: _length, Head.NUMERAL: _numeral},
    **dict.fromkeys((Head.UNION, Head.INTERSECTION), _joined),
    **dict.fromkeys((Head.MEAN, Head.MEDIAN, Head.VARIANCE), _statistic),
}
"""What nodes that have to do with lists and sets are worth."""
