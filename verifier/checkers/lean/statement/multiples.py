"""How one radicand is a multiple of another: the rational number whose power stands between them.

Which rational number is chosen decides only which law is stated; the law holds for every one."""

from __future__ import annotations

from fractions import Fraction

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.tactics.squares import Polynomial, expanded
from verifier.kernel.expr import Expr, Head, Int, Node


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


def multiple(index: int, a: Expr, b: Expr) -> Fraction | None:
    """Return the positive rational c for which ``a = c^index * b`` as polynomials, or None."""
    c = ratio(expanded(a), expanded(b))
    return None if c is None else rational_root(index, c)
