"""Derivatives, integrals and limits of quotients of polynomials; degree, coefficients, divisors of polynomials."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from verifier.checkers.formulas.polynomials import Poly, derived, fraction, quotient, worth
from verifier.checkers.formulas.values import Place, Value
from verifier.kernel.evaluate import Unsupported
from verifier.kernel.formula import Expr, Head, Node, Text, free
from verifier.kernel.term import Sym

_INFINITE: Final = (Node(Head.INFINITY), Node(Head.NEG, (Node(Head.INFINITY),)))


def _derivative(node: Node, place: Place) -> Fraction:
    by = node.args[1]
    if not isinstance(by, Sym):
        raise Unsupported("a derivative by what is no letter")
    return derived(node, by.name, place).at(place.number(by))


def _integral(node: Node, place: Place) -> Fraction:
    body, low, high = node.args
    ends = place.number(low), place.number(high)
    whole = _polynomial(body, node.letters[0].name, place).integral()
    return worth(whole, ends[1]) - worth(whole, ends[0])


def _limit(node: Node, place: Place) -> Fraction:
    """The limit of a quotient of polynomials: but for finitely many holes it is what is left after cancelling."""
    body, to, *side = node.args
    if side not in ([], [Text("+")], [Text("-")]):
        raise Unsupported("a limit from no side")
    found = quotient(body, node.letters[0].name, place)
    shared = found.top.gcd(found.under)
    top, under = found.top // shared, found.under // shared
    if to in _INFINITE:
        if top.degree() > under.degree():
            raise Unsupported("an infinite limit")
        return fraction(top[under.degree()]) / fraction(under[under.degree()])
    x = place.number(to)
    if worth(under, x) == 0:
        raise Unsupported("an infinite limit, or none")
    return worth(top, x) / worth(under, x)


def _degree(node: Node, place: Place) -> Fraction:
    found = _alone(node.args[0], node.letters[0].name, place)
    if found == 0:
        raise Unsupported("the degree of the zero polynomial")
    return Fraction(int(found.degree()))


def _coefficient(node: Node, place: Place) -> Fraction:
    found, n = _polynomial(node.args[0], node.letters[0].name, place), place.number(node.args[1])
    if n.denominator != 1 or n < 0:
        raise Unsupported("a coefficient of no power")
    return fraction(found[n.numerator]) if n <= found.degree() else Fraction(0)


def divides(node: Node, place: Place) -> bool:
    """Return whether a polynomial divides another one, over the rational numbers.

    Raises:
        NotEvaluated: where they are no polynomials in one letter with rational coefficients.
    """
    divisor, other = (_alone(arg, node.letters[0].name, place) for arg in node.args)
    return bool(other == 0 if divisor == 0 else other % divisor == 0)


def _alone(expr: Expr, name: str, place: Place) -> Poly:
    """A polynomial with no other letter in it: with one, a coefficient may be zero at this place and not elsewhere."""
    if not free(expr) <= {name}:
        raise Unsupported("a polynomial with other letters")
    return _polynomial(expr, name, place)


def _polynomial(expr: Expr, name: str, place: Place) -> Poly:
    found = quotient(expr, name, place)
    if not found.polynomial:
        raise Unsupported("a quotient of polynomials where a polynomial is expected")
    return found.top / found.under[0]


MEANINGS: Final[Mapping[Head, Callable[[Node, Place], Value]]] = {
    **{Head.DIFF: _derivative, Head.INTEGRAL: _integral, Head.LIMIT: _limit},
    **{Head.DEGREE: _degree, Head.COEFF: _coefficient},
}
"""What nodes that have to do with polynomials are worth."""
