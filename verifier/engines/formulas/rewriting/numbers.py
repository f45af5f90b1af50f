"""Numbers without letters in a short form: rational ones as numerals, square roots of rational ones taken apart."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from verifier.checkers.formulas.places.monomials import numeral, written
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.values.evaluation import Point, value
from verifier.checkers.formulas.values.values import Matrix
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Int, Node, node
from verifier.kernel.verdict import CheckFailed


def simplified(expr: Expr) -> Expr:
    """Return an expression without letters in a short form, itself where none is known."""
    try:
        return numeral(value(expr, {}))
    except NotEvaluated:
        pass
    try:
        found = written(polynomial(expr))
    except CheckFailed:
        return expr
    return found if isinstance(found, Node) else node(Head.MUL, Int(1), found)  # a constant is no value of its own


def spelled_number(value: Expr) -> str | None:
    """Return the spelling of a numeral, or None where it is none."""
    match value:
        case Int(number):
            return str(number)
        case Node(head=Head.NEG, args=(Int(number),)):
            return f"-{number}"
        case Node(head=Head.DIV, args=(Int(over), Int(under))):
            return f"{over}/{under}"
        case Node(head=Head.NEG, args=(Node(head=Head.DIV, args=(Int(over), Int(under))),)):
            return f"-{over}/{under}"
    return None


def written_out(expr: Expr) -> Expr | None:
    """Return a matrix, vector or point without letters entry by entry, or None where it is not evaluated."""
    try:
        found = Point({}).value(expr)
    except (NotEvaluated, RecursionError):
        return None
    if isinstance(found, tuple):
        numbers = [numeral(one) for one in found if isinstance(one, Fraction)]
        return node(Head.TUPLE, *numbers) if len(numbers) == len(found) else None
    if not isinstance(found, Matrix):
        return None
    if found.shape[1] == 1:
        return node(Head.VECTOR, *(numeral(row[0]) for row in found.rows))
    return node(Head.MATRIX, *(node(Head.LIST, *map(numeral, row)) for row in found.rows))


def surd(middle: Fraction, square: Fraction, sign: int) -> Expr:
    """Return ``middle`` plus or minus the square root of ``square``, which is not negative."""
    inside = square.numerator * square.denominator
    whole = isqrt(inside)
    if whole * whole == inside:
        return numeral(middle + sign * Fraction(whole, square.denominator))
    outer = next(k for k in range(min(whole, 1000), 0, -1) if inside % (k * k) == 0)
    root: Expr = node(Head.SQRT, Int(inside // outer**2))
    factor = Fraction(outer, square.denominator)
    root = root if factor == 1 else node(Head.MUL, numeral(factor), root)
    return node(Head.ADD if sign > 0 else Head.SUB, numeral(middle), root) if middle or sign < 0 else root
