"""Numbers without letters in a short form: rational ones as numerals, square roots of rational ones taken apart."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from verifier.checkers.formulas.evaluation import Point, value
from verifier.checkers.formulas.linear import ONE, Form, Monomial, multiplied, polynomial
from verifier.checkers.formulas.place import numeral
from verifier.checkers.formulas.values import Matrix
from verifier.kernel.evaluate import NotEvaluated
from verifier.kernel.formula import Expr, Head, Node, node
from verifier.kernel.term import Int
from verifier.kernel.verdict import CheckFailed


def simplified(expr: Expr) -> Expr:
    """Return an expression without letters in a short form, itself where none is known."""
    try:
        return numeral(value(expr, {}))
    except NotEvaluated:
        pass
    try:
        found = written(_normal(expr))
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


def written(form: Form) -> Expr:
    """Return a polynomial as an expression."""
    terms: list[Expr] = []
    for monomial, factor in sorted(form.items(), key=lambda one: repr(sorted(map(repr, one[0])))):
        parts: list[Expr] = [] if factor == 1 and monomial else [numeral(factor)]
        parts += [atom if k == 1 else node(Head.POW, atom, Int(k)) for atom, k in sorted(monomial, key=repr)]
        terms.append(_joined(Head.MUL, parts))
    return _joined(Head.ADD, terms) if terms else Int(0)


def written_out(expr: Expr) -> Expr | None:
    """Return a matrix or vector without letters entry by entry, or None where it is not evaluated."""
    try:
        found = Point({}).value(expr)
    except (NotEvaluated, RecursionError):
        return None
    if not isinstance(found, Matrix):
        return None
    if found.shape[1] == 1:
        return node(Head.VECTOR, *(numeral(row[0]) for row in found.rows))
    return node(Head.MATRIX, *(node(Head.LIST, *map(numeral, row)) for row in found.rows))


def _joined(head: Head, parts: list[Expr]) -> Expr:
    found = parts[0]
    for one in parts[1:]:
        found = node(head, found, one)
    return found


def _normal(expr: Expr) -> Form:
    """An expression as a polynomial in roots of whole numbers and what is no sum or product."""
    match expr:
        case Node(head=Head.NEG | Head.ADD | Head.SUB | Head.MUL, args=args):
            return _reduced(polynomial(node(expr.head, *map(_inner, args))))
        case Node(head=Head.DIV, args=(a, b)):
            return _reduced(polynomial(node(Head.DIV, _inner(a), _inner(b))))
        case Node(head=Head.POW, args=(base, Int(power))):
            return _reduced(polynomial(node(Head.POW, _inner(base), Int(power))))
        case Node(head=Head.SQRT, args=(x,)):
            inside = _normal(x)
            if not inside.keys() - {ONE} and (square := inside.get(ONE, Fraction(0))) >= 0:
                return polynomial(surd(Fraction(0), square, 1))
    return polynomial(expr)


def _inner(expr: Expr) -> Expr:
    return written(_normal(expr))


def _reduced(form: Form) -> Form:
    """A polynomial with even powers of square roots of whole numbers taken."""
    found: dict[Monomial, Fraction] = {}
    for monomial, factor in form.items():
        term: Form = {ONE: factor}
        for atom, k in monomial:
            if isinstance(atom, Node) and atom.head is Head.SQRT and isinstance(atom.args[0], Int):
                term = multiplied(term, {ONE: Fraction(atom.args[0].value) ** (k // 2)})
                k %= 2
            if k:
                term = multiplied(term, {frozenset({(atom, k)}): Fraction(1)})
        for key, x in term.items():
            found[key] = found.get(key, Fraction(0)) + x
    return {key: x for key, x in found.items() if x}


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
