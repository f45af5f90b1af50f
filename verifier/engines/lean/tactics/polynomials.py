"""Polynomials in letters with rational coefficients, and rational roots of rational numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as tuples

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym

Monomial = tuple[str, ...]  # sorted letters, with repeats
Polynomial = dict[Monomial, Fraction]

MAX_TERMS = 200


def rational_root(index: int, x: Fraction) -> Fraction | None:
    """Return the rational root of a positive number, or None."""
    try:
        return value(Node(Head.ROOT, (Node(Head.DIV, (Int(x.numerator), Int(x.denominator))), Int(index))), {})
    except (NotEvaluated, ValueError):
        return None


def ratio(p: Polynomial | None, q: Polynomial | None) -> Fraction | None:
    """Return the positive number c for which ``p = c * q``, or None."""
    if not p or not q or p.keys() != q.keys() or not all(q.values()):
        return None
    found = {p[m] / q[m] for m in p}
    only = found.pop()
    return only if not found and only > 0 else None


def expanded(term: Expr) -> Polynomial | None:
    """Return ``term`` as a polynomial in its letters, or None where it is none or has too many terms."""
    if not term.free:
        try:
            return {(): value(term, {})}
        except NotEvaluated:
            return None
    match term:
        case Sym(name):
            return {(name,): Fraction(1)}
        case Node(Head.ADD | Head.SUB as op, (a, b)):
            return _plus(expanded(a), expanded(b), Fraction(1 if op is Head.ADD else -1))
        case Node(Head.NEG, (a,)):
            return _plus({}, expanded(a), Fraction(-1))
        case Node(Head.MUL, (a, b)):
            return _times(expanded(a), expanded(b))
        case Node(Head.DIV, (a, Int() | Dec() as b)) if value(b, {}):
            return _times(expanded(a), {(): 1 / value(b, {})})
        case Node(Head.POW, (a, Int(n))) if 1 <= n <= 6:
            found = expanded(a)
            for _ in range(n - 1):
                found = _times(found, expanded(a))
            return found
    return None


def product(factors: Iterable[Polynomial]) -> Polynomial | None:
    """Return the product of polynomials, or None where it has too many terms."""
    found: Polynomial | None = {(): Fraction(1)}
    for factor in factors:
        found = _times(found, factor)
    return found


def _plus(p: Polynomial | None, q: Polynomial | None, scale: Fraction) -> Polynomial | None:
    if p is None or q is None:
        return None
    found = {m: p.get(m, Fraction(0)) + scale * q.get(m, Fraction(0)) for m in {**p, **q}}
    return {m: c for m, c in found.items() if c}


def _times(p: Polynomial | None, q: Polynomial | None) -> Polynomial | None:
    if p is None or q is None or len(p) * len(q) > MAX_TERMS:
        return None
    found: Polynomial = {}
    for (m, c), (n, d) in tuples(p.items(), q.items()):
        key = tuple(sorted(m + n))
        found[key] = found.get(key, Fraction(0)) + c * d
    return {m: c for m, c in found.items() if c}
