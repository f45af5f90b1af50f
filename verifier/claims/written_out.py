"""Means and coefficients written out: as the quotients that means are, and by the letters of the polynomial."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import Final

from verifier.checkers.formulas.places.monomials import Monomial, written
from verifier.checkers.formulas.places.totality import NUMBERS, REAL, real
from verifier.checkers.formulas.rules.forms import MAX_POWER, polynomial
from verifier.kernel.expr import SCOPED, Expr, Head, Int, Node, Sym, Text, Type, node, walk_expr
from verifier.kernel.verdict import CheckFailed


def written_out(expr: Expr, types: Mapping[str, Type]) -> Expr:
    """Return an expression with the mean of each list of real numbers that is written out as their sum divided by how
    many there are, both defined where all of them are, and with each coefficient, and degree, of a polynomial with
    other letters by these letters, both defined everywhere."""
    if not isinstance(expr, Node):
        return expr
    inside = {**types, **{one.name: one.type for one in expr.letters}} if expr.letters else types
    scoped = SCOPED.get(expr.head, ())
    args = tuple(written_out(arg, inside if i in scoped else types) for i, arg in enumerate(expr.args))
    match expr.head, args:
        case Head.MEAN, (Node(head=Head.LIST, args=numbers),) if numbers and all(_real(one, types) for one in numbers):
            return node(Head.DIV, reduce(lambda one, other: node(Head.ADD, one, other), numbers), Int(len(numbers)))
        case Head.COEFF, (body, Int(power)) if (by := _coefficients(body, expr.letters[0].name, types)) is not None:
            return by.get(power, Int(0))
        case Head.DEGREE, (body,) if (by := _coefficients(body, expr.letters[0].name, types)) is not None:
            if by and isinstance(by[max(by)], Int):
                return Int(max(by))
    return Node(expr.head, args, expr.letters) if args != expr.args else expr


def _coefficients(body: Expr, name: str, types: Mapping[str, Type]) -> dict[int, Expr] | None:
    """The coefficients, none of them zero, of a polynomial in this letter that has others too, by the power; None where
    it is none that is defined everywhere, or is too large."""
    others = body.free - {name}
    if not others or not all(types.get(one) in NUMBERS for one in others) or not _is_total(body):
        return None
    found: dict[int, dict[Monomial, Fraction]] = {}
    try:
        for key, factor in polynomial(body).items():
            power = dict(key).get(Sym(name), 0)
            found.setdefault(power, {})[frozenset(one for one in key if one[0] != Sym(name))] = factor
        return {power: written(form) for power, form in found.items()}
    except CheckFailed:
        return None


def _is_total(body: Expr) -> bool:
    """Whether a number is made of letters and numerals by sums, products and what is defined of any."""
    match body:
        case Int() | Sym():
            return True
        case Node(head=Head.ADD | Head.SUB | Head.MUL | Head.NEG, args=args):
            return all(map(_is_total, args))
        case Node(head=Head.POW, args=(base, Int(power))):
            return 1 <= power <= MAX_POWER and _is_total(base)
        case Node(head=Head.DIV, args=(over, Int(under) | Node(head=Head.NEG, args=(Int(under),)))):
            return under != 0 and _is_total(over)
    return False


_MADE: Final = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.SQRT, Head.ABS})
"""Functions that give numbers of numbers."""


def _real(number: Expr, types: Mapping[str, Type]) -> bool:
    made = (part.head in _MADE if isinstance(part, Node) else not isinstance(part, Text) for part in walk_expr(number))
    return real(number) and all(made) and all(types.get(name) in REAL for name in number.free)
