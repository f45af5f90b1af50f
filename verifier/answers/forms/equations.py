"""Equations in answers: equal up to a factor, and lines and planes that differ."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Final

from verifier.answers.kinds import Related
from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Node, Sym

MAX_MONOMIALS: Final = 200
MAX_DEGREE: Final = 12

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Fraction]


def compare_equations(a: Related, b: Related) -> bool | None:
    """Return whether two equations with polynomial sides say the same: True where one is a multiple of the other, False
    where both are linear and are no multiples, None where that is not known."""
    first, second = _difference(a), _difference(b)
    if not first or not second:
        return None
    names = {name for found in (first, second) for monomial in found for name, _ in monomial}
    own = [{name for monomial in found for name, _ in monomial} for found in (first, second)]
    if own[0] != own[1] or not names:
        return None
    lead = next(iter(first))
    if first.keys() == second.keys() and all(
        number * second[lead] == second[monomial] * first[lead] for monomial, number in first.items()
    ):
        return True
    linear = all(sum(power for _, power in monomial) <= 1 for found in (first, second) for monomial in found)
    return False if linear else None


def _difference(equation: Related) -> Polynomial | None:
    """The left side less the right one."""
    if equation.left.units or equation.right.units:
        return None
    left, right = _polynomial(equation.left.term), _polynomial(equation.right.term)
    return None if left is None or right is None else _sum(left, right, -1)


def _polynomial(term: Expr) -> Polynomial | None:
    """A term as a polynomial with rational coefficients; None where it is none, or a large one."""
    match term:
        case Sym(name):
            return None if name in ("i", "e") else {((name, 1),): Fraction(1)}
        case Node(Head.NEG, (inner,)):
            found = _polynomial(inner)
            return None if found is None else _sum({}, found, -1)
        case Node(Head.ADD | Head.SUB, (left, right)):
            sides = _polynomial(left), _polynomial(right)
            if sides[0] is None or sides[1] is None:
                return None
            return _sum(sides[0], sides[1], 1 if term.head is Head.ADD else -1)
        case Node(Head.MUL, (left, right)):
            return _times(_polynomial(left), _polynomial(right))
        case Node(Head.DIV, (left, right)):
            number = _number(right)
            return None if not number else _times(_polynomial(left), {(): 1 / number})
        case Node(Head.POW, (base, exponent)) if (power := _number(exponent)) is not None and power in range(7):
            found = {(): Fraction(1)}
            for _ in range(int(power)):
                found = _times(found, _polynomial(base)) or {}
            return found if found else None
    number = _number(term)
    return None if number is None else ({(): number} if number else {})


def _number(term: Expr) -> Fraction | None:
    try:
        return value(term, {})
    except NotEvaluated:
        return None


def _sum(a: Polynomial, b: Polynomial, sign: int) -> Polynomial:
    found = dict(a)
    for monomial, number in b.items():
        found[monomial] = found.get(monomial, Fraction(0)) + sign * number
    return {monomial: number for monomial, number in found.items() if number}


def _times(a: Polynomial | None, b: Polynomial | None) -> Polynomial | None:
    if a is None or b is None or len(a) * len(b) > MAX_MONOMIALS**2:
        return None
    found: Polynomial = {}
    for (one, x), (other, y) in product(a.items(), b.items()):
        powers = dict(one)
        for name, power in other:
            powers[name] = powers.get(name, 0) + power
        monomial = tuple(sorted(powers.items()))
        found[monomial] = found.get(monomial, Fraction(0)) + x * y
    small = len(found) <= MAX_MONOMIALS and all(sum(power for _, power in one) <= MAX_DEGREE for one in found)
    return {monomial: number for monomial, number in found.items() if number} if small else None
