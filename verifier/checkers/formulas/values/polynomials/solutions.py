"""Sets given by a condition, what solves it, how many do, and the greatest and least values where it holds.

A solution is what makes the condition true: where the condition is undefined there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from verifier.checkers.formulas.values.bounds import assignments, conjuncts
from verifier.checkers.formulas.values.polynomials.roots import NUMBERS, Roots, roots
from verifier.checkers.formulas.values.values import Place, Value
from verifier.checkers.functions import Undefined, Unsupported
from verifier.kernel.expr import Expr, Head, Letter, Node, Sym, Type

Solution = tuple[Fraction, ...]
_LEAST = {Type.COUNT: 0, Type.POS: 1}


def set_of(node: Node, place: Place) -> frozenset[Value]:
    """Return the set that a condition gives.

    Raises:
        NotEvaluated: where not all of its members are known.
    """
    made, condition = node.args
    return frozenset(_defined(made, here) for here in _solved(node.letters, condition, place))


def num_solutions(node: Node, place: Place) -> Fraction:
    """Return the number of solutions.

    Raises:
        NotEvaluated: where it is not known.
    """
    return counted(node.letters, node.args[0], place)


def counted(letters: tuple[Letter, ...], condition: Expr, place: Place) -> Fraction:
    """Return the number of solutions in ``letters``.

    Raises:
        NotEvaluated: where it is not known.
    """
    if (found := _roots(letters, condition, place)) is not None:
        return Fraction(found.count())
    return Fraction(sum(1 for _ in _searched(letters, condition, place)))


def plain(node: Node) -> bool:
    """Return whether a set is that of the values of one letter at which its condition holds."""
    return len(node.letters) == 1 and node.args[0] == Sym(node.letters[0].name)


def solves(node: Node, place: Place) -> bool:
    """Return whether the values that are listed are all the solutions.

    Raises:
        NotEvaluated: where a listed value is undefined or not known, or the solutions are not known.
    """
    listed, condition = _listed(place.value(node.args[0]), len(node.letters)), node.args[1]
    if not all(solution(one, node.letters, condition, place) for one in sorted(listed)):
        return False
    if (known := _roots(node.letters, condition, place)) is not None:
        return _as_many(known, len(listed))
    names = [letter.name for letter in node.letters]
    places = _searched(node.letters, condition, place)
    return {tuple(Fraction(here.letters[name]) for name in names) for here in places} == listed


def _as_many(found: Roots, count: int) -> bool:
    """Whether there are as many solutions as this: where no type is declared, in the reals and the complex numbers."""
    if found.zeros is None:
        return False  # infinitely many, of whatever type
    agrees = {one == count for one in found.counts()}
    if len(agrees) > 1:
        raise Unsupported("the real and the complex solutions differ, and no type is declared")
    return agrees == {True}


def extremum(node: Node, place: Place) -> bool:
    """Return whether a value is the greatest or least where a condition holds, and is reached.

    Raises:
        NotEvaluated: where the value is undefined or not known, or one of those it is compared with.
    """
    best, reached = place.number(node.args[0]), place.value(Node(Head.SET_OF, node.args[1:], node.letters))
    if not isinstance(reached, frozenset):
        raise Unsupported("the greatest of what is no set")
    numbers = {one for one in reached if isinstance(one, Fraction)}
    if len(numbers) < len(reached):
        raise Unsupported("the greatest of what are no numbers")
    return best in numbers and best == (max if node.head is Head.IS_MAX else min)(numbers)


def solution(values: Solution, letters: tuple[Letter, ...], condition: Expr, place: Place) -> bool:
    """Return whether rational numbers are of the letters' types and satisfy the condition.

    Raises:
        NotEvaluated: where that is not known.
    """
    for letter, value in zip(letters, values, strict=True):
        if letter.type not in NUMBERS:
            raise Unsupported(f"{letter.name} runs through the type {letter.type.value}")
        whole = letter.type in (Type.INT, Type.COUNT, Type.POS)
        if (whole and value.denominator != 1) or value < _LEAST.get(letter.type, value):
            return False
    return (
        place.at({letter.name: value for letter, value in zip(letters, values, strict=True)}).truth(condition) is True
    )


def _solved(letters: tuple[Letter, ...], condition: Expr, place: Place) -> Iterable[Place]:
    """The places of all solutions."""
    if (found := _roots(letters, condition, place)) is not None:
        return [place.at({letters[0].name: x}) for x in sorted(found.values())]
    return _searched(letters, condition, place)


def _roots(letters: tuple[Letter, ...], condition: Expr, place: Place) -> Roots | None:
    """The solutions of a condition on one letter that is made of equations between quotients of polynomials."""
    if len(letters) > 1:
        return None
    try:
        return roots(letters[0], condition, place)
    except Unsupported:
        return None


def _searched(letters: tuple[Letter, ...], condition: Expr, place: Place) -> Iterator[Place]:
    for here in assignments(letters, conjuncts(condition), place):
        if here.truth(condition) is True:
            yield here


def _defined(expr: Expr, place: Place) -> Value:
    """The worth of a member: what is undefined at a solution leaves the set unknown."""
    try:
        return place.value(expr)
    except Undefined as wrong:
        raise Unsupported(f"undefined at a solution: {wrong}") from None


def _listed(found: Value, count: int) -> set[Solution]:
    if not isinstance(found, tuple | frozenset):
        raise Unsupported("solutions that are no list")
    rows = [one if isinstance(one, tuple) else (one,) for one in found]
    numbers = [tuple(x for x in row if isinstance(x, Fraction)) for row in rows]
    if any(len(row) != count or len(row) != len(given) for row, given in zip(numbers, rows, strict=True)):
        raise Unsupported("a solution that is not one number for each letter")
    return set(numbers)
