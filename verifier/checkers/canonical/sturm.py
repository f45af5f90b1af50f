"""Signs of polynomials over the rationals on the whole real line, by Sturm's theorem."""

from __future__ import annotations

from itertools import pairwise
from typing import Any


def nowhere_negative(p: Any, strict: bool) -> bool:
    """Return whether a polynomial (an ``fmpq_poly``) is at least zero, or more than zero where ``strict``, for all real
    values: its degree is even, its leading coefficient above zero, and its factors of odd multiplicity (``strict``: all
    of them) have no real root."""
    if p == 0:
        return not strict
    if p.degree() % 2 or p[p.degree()] < 0:
        return False
    return not any(_has_real_root(factor) for factor, times in p.factor()[1] if strict or times % 2)


def _has_real_root(p: Any) -> bool:
    """Sturm: the sign changes of the chain at minus infinity less those at infinity count the distinct real roots."""
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    ends = [q[q.degree()] for q in chain if q.degree() >= 0]
    degrees = [q.degree() for q in chain if q.degree() >= 0]
    low = [-c if d % 2 else c for c, d in zip(ends, degrees, strict=True)]
    return _changes(low) > _changes(ends)


def _changes(signs: list[Any]) -> int:
    kept = [c > 0 for c in signs if c != 0]
    return sum(a != b for a, b in pairwise(kept))
