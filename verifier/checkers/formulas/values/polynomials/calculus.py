"""Derivatives, integrals and limits of quotients of polynomials; degree, coefficients, divisors of polynomials."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from flint import fmpq, fmpq_poly

from verifier.checkers.formulas.places.monomials import fraction
from verifier.checkers.formulas.values.polynomials.piecewise import integral
from verifier.checkers.formulas.values.polynomials.polynomials import Poly, derived, quotient, worth
from verifier.checkers.formulas.values.values import Infinite, Place, Value, infinity
from verifier.checkers.functions import Undefined, Unsupported
from verifier.kernel.expr import Expr, Head, Node, Sym, Text


def _derivative(node: Node, place: Place) -> Fraction:
    by = node.args[1]
    if not isinstance(by, Sym):
        raise Unsupported("a derivative by what is no letter")
    return derived(node, by.name, place).at(place.number(by))


def _integral(node: Node, place: Place) -> Fraction:
    body, *limits = node.args
    infinite = tuple(map(infinity, limits))
    if infinite not in ((None, None), (-1, None), (None, 1), (-1, 1)):
        raise Unsupported("an integral from or to infinity the other way round")
    low, high = [None if sign is not None else place.number(end) for end, sign in zip(limits, infinite, strict=True)]
    try:
        whole = None if low is None or high is None else _polynomial(body, node.letters[0].name, place).integral()
    except Unsupported:
        whole = None
    if whole is None or low is None or high is None:
        return integral(body, node.letters[0].name, low, high, place)
    return worth(whole, high) - worth(whole, low)


def _limit(node: Node, place: Place) -> Value:
    """The limit of a quotient of polynomials: but for finitely many holes it is what is left after cancelling."""
    body, to, *side = node.args
    if side not in ([], [Text("+")], [Text("-")]):
        raise Unsupported("a limit from no side")
    found = quotient(body, node.letters[0].name, place)
    shared = found.top.gcd(found.under)
    top, under = found.top // shared, found.under // shared
    if (beyond := infinity(to)) is not None:
        lead = fraction(top[max(top.degree(), 0)]) / fraction(under[under.degree()])
        degree = int(top.degree() - under.degree())
        if degree <= 0:
            return lead if degree == 0 else Fraction(0)
        return _infinite(lead * beyond**degree)
    x = place.number(to)
    if worth(under, x) != 0:
        return worth(top, x) / worth(under, x)
    factor, times = fmpq_poly([fmpq(-x.numerator, x.denominator), 1]), 0
    while worth(under, x) == 0:
        under, times = under // factor, times + 1
    if times % 2 and not side:
        raise Undefined("a limit that differs from both sides")
    below = side == [Text("-")] and times % 2
    return _infinite((-1 if below else 1) * worth(top, x) / worth(under, x))


def _infinite(sign: Fraction) -> Infinite:
    return Infinite(1 if sign > 0 else -1)


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
    if not expr.free <= {name}:
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
