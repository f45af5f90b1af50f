"""Polynomials in anything as data (trusted): added up, and written as expressions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from verifier.checkers.functions import MAX_BITS
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, node
from verifier.kernel.verdict import CheckFailed, Reason

MAX_TERMS = 400  # most terms of a polynomial
Monomial = frozenset[tuple[Expr, int]]
ONE: Monomial = frozenset()
Form = Mapping[Monomial, Fraction]
"""A polynomial: what each product of powers is multiplied by; none by zero."""


def number(value: Fraction) -> Form:
    """Return the form of a rational number."""
    return {ONE: value} if value else {}


def rational(form: Form) -> Fraction | None:
    """Return the rational number that a form is, or None."""
    return form.get(ONE, Fraction(0)) if not form.keys() - {ONE} else None


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
        for monomial, factor in sorted(form.items(), key=lambda one: _spelled(one[0])):
            parts: list[Expr] = [] if factor == 1 and monomial else [numeral(factor)]
            parts += [atom if k == 1 else node(Head.POW, atom, Int(k)) for atom, k in sorted(monomial, key=repr)]
            terms.append(_together(Head.MUL, parts))
        return _together(Head.ADD, terms) if terms else Int(0)
    except ExprTooLarge as error:
        raise CheckFailed(str(error), Reason.OUT_OF_BUDGET) from error


@lru_cache(maxsize=16384)
def _spelled(monomial: Monomial) -> str:
    return repr(sorted(map(repr, monomial)))


def _together(head: Head, parts: list[Expr]) -> Expr:
    found = parts[0]
    for one in parts[1:]:
        found = node(head, found, one)
    return found


def numeral(value: Fraction) -> Expr:
    """Return the numeral of a rational number, as an expression."""
    over, under = abs(value.numerator), value.denominator
    size: Expr = Int(over) if under == 1 else node(Head.DIV, Int(over), Int(under))
    return node(Head.NEG, size) if value < 0 else size
