"""Polynomials in anything as data (trusted): added up, and written as expressions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from flint import fmpq

from verifier.checkers.functions import MAX_BITS
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, node, number
from verifier.kernel.verdict import CheckFailed, Reason

MAX_TERMS = 400  # most terms of a polynomial
Monomial = frozenset[tuple[Expr, int]]
ONE: Monomial = frozenset()
Form = Mapping[Monomial, Fraction]
"""A polynomial: what each product of powers is multiplied by; none by zero."""
numeral = number


def number_form(value: Fraction) -> Form:
    """Return the form of a rational number."""
    return {ONE: value} if value else {}


def rational(form: Form) -> Fraction | None:
    """Return the rational number that a form is, or None."""
    return form.get(ONE, Fraction(0)) if not form.keys() - {ONE} else None


def alone(atom: Expr) -> Form:
    """Return the form of what is no sum, product or power."""
    return {frozenset({(atom, 1)}): Fraction(1)}


def scaled(form: Form, factor: Fraction) -> Form:
    """Return a form multiplied by a number that is not zero."""
    return {key: x * factor for key, x in form.items()}


def primitive(form: Form) -> tuple[Fraction, Form]:
    """Return a positive number and a form with whole coefficients without a common factor: a form is their product."""
    under = math.lcm(*(x.denominator for x in form.values()))
    content = Fraction(math.gcd(*(int(x * under) for x in form.values())), under)
    return content, scaled(form, 1 / content)


def plus(a: Form, b: Form, factor: Fraction) -> dict[Monomial, Fraction]:
    """Return ``a`` and ``factor`` times ``b``.

    Raises:
        CheckFailed: where it has too many terms, or numbers of too many bits.
    """
    found = dict(a)
    add_to(found, b, factor)
    return found


def add_to(found: dict[Monomial, Fraction], b: Form, factor: Fraction) -> None:
    """Add ``factor`` times ``b`` to a polynomial.

    Raises:
        CheckFailed: where it has too many terms, or numbers of too many bits.
    """
    for key, x in b.items():
        total = found.get(key, Fraction(0)) + factor * x
        if total.numerator.bit_length() + total.denominator.bit_length() > MAX_BITS:
            raise CheckFailed("numbers that are too long", Reason.OUT_OF_BUDGET)
        if total:
            found[key] = total
        else:
            found.pop(key, None)
    if len(found) > MAX_TERMS:
        raise CheckFailed("a polynomial with too many terms", Reason.OUT_OF_BUDGET)


def written(form: Form) -> Expr:
    """Return a polynomial as an expression.

    Raises:
        CheckFailed: where it is too large.
    """
    terms: list[Expr] = []
    try:
        for monomial, factor in sorted(form.items(), key=lambda one: spelled(one[0])):
            parts: list[Expr] = [] if factor == 1 and monomial else [number(factor)]
            parts += [atom if k == 1 else node(Head.POW, atom, Int(k)) for atom, k in sorted(monomial, key=repr)]
            terms.append(_together(Head.MUL, parts))
        return _together(Head.ADD, terms) if terms else Int(0)
    except ExprTooLarge as error:
        raise CheckFailed(str(error), Reason.OUT_OF_BUDGET) from error


@lru_cache(maxsize=65536)
def spelled(monomial: Monomial) -> str:
    """Return the text that monomials are ordered by."""
    return repr(sorted(map(repr, monomial)))


def _together(head: Head, parts: list[Expr]) -> Expr:
    found = parts[0]
    for one in parts[1:]:
        found = node(head, found, one)
    return found


def flint_number(x: Fraction | int) -> fmpq:
    """Return a rational number as one of flint."""
    return fmpq(x.numerator, x.denominator)


def fraction(x: fmpq) -> Fraction:
    """Return a rational number of flint."""
    return Fraction(int(x.p), int(x.q))
