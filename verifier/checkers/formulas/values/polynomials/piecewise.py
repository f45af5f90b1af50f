"""Integrals of functions of one letter that are polynomials piece by piece (trusted): made of polynomials by sums and
products, absolute values, least and greatest values, roundings and choices, with rational points between the pieces.

Finitely many points do not matter to an integral, so that at the ends of pieces nothing is asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

from flint import fmpq, fmpq_poly

from verifier.checkers.formulas.places.monomials import fraction
from verifier.checkers.formulas.values.polynomials.polynomials import ONE, Poly, X, bounded, worth
from verifier.checkers.formulas.values.polynomials.roots import real_zeros
from verifier.checkers.formulas.values.values import Place
from verifier.checkers.functions import OverBudget, Undefined, Unsupported
from verifier.kernel.expr import COMPARISONS, Expr, Head, Int, Node, Sym, node

MAX_PIECES = 400
End = Fraction | None
"""Where a piece begins or ends; None where it does not."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a function is between neighbouring ``ends``, which rise: a polynomial, or 1 and 0 for true and false."""

    ends: tuple[End, ...]
    parts: tuple[Poly, ...]

    def at(self, ends: tuple[End, ...]) -> Iterator[Poly]:
        """Yield what it is between finer ends."""
        index = 0
        for high in ends[1:]:
            while (here := self.ends[index + 1]) is not None and (high is None or here < high):
                index += 1
            yield self.parts[index]


def integral(expr: Expr, name: str, low: End, high: End, place: Place) -> Fraction:
    """Return the integral of an expression by the letter ``name`` from ``low`` to ``high``; None: without an end.

    Raises:
        NotEvaluated: where it is no such function, or has no integral that is a number.
    """
    if low is not None and high is not None and low >= high:
        return Fraction(0) if low == high else -integral(expr, name, high, low, place)
    try:
        found, total = _pieces(expr, name, (low, high), place), Fraction(0)
    except Undefined as error:  # the undefined part may be one that an If does not take
        raise Unsupported(str(error)) from error
    for (begin, end), part in zip(pairwise(found.ends), found.parts, strict=True):
        if part == 0:
            continue
        if begin is None or end is None:
            raise Unsupported("an integral without an end of what is not zero there")
        whole = part.integral()
        total = place.work.number(total + worth(whole, end) - worth(whole, begin))
    return total


def _pieces(expr: Expr, name: str, ends: tuple[End, End], place: Place) -> Pieces:
    place.work.spend()
    if name not in expr.free:
        known = place.number(expr)
        return Pieces(ends, (bounded(fmpq_poly([fmpq(known.numerator, known.denominator)]), place.work),))
    if isinstance(expr, Sym):
        return Pieces(ends, (X,))
    assert isinstance(expr, Node)  # a letter is free in it

    def of(arg: Expr) -> Pieces:
        return _pieces(arg, name, ends, place)

    match expr.head, expr.args:
        case ((Head.ADD | Head.SUB | Head.MUL), (a, b)):
            return _joined(of(a), of(b), _OPERATIONS[expr.head], place)
        case Head.NEG, (a,):
            return _each(of(a), lambda p: -p)
        case Head.DIV, (a, b) if name not in b.free and (under := place.number(b)) != 0:
            return _each(of(a), lambda p: p / fmpq(under.numerator, under.denominator))
        case Head.POW, (a, Int(power)) if 1 <= power <= 12:
            found = base = of(a)
            for _ in range(power - 1):
                found = _joined(found, base, _OPERATIONS[Head.MUL], place)
            return found
        case Head.ABS, (a,):
            return _by_sign(of(a), lambda p, s: -p if s < 0 else p, place)
        case ((Head.MIN | Head.MAX), (first, *others)):
            found = of(first)
            for one in others:
                found = _extreme(found, of(one), 1 if expr.head is Head.MAX else -1, place)
            return found
        case Head.FLOOR, (a,):
            return _floors(of(a), place)
        case Head.CEIL, (a,):
            return _each(_floors(of(node(Head.NEG, a)), place), lambda p: -p)
        case Head.IF, (p, a, b):
            return _chosen(_truth(p, name, ends, place), of(a), of(b), place)
    raise Unsupported(f"{expr.head.value} of a letter is not polynomials piece by piece")


_OPERATIONS: Final[dict[Head, Callable[[Poly, Poly], Poly]]] = {
    Head.ADD: lambda p, q: p + q,
    Head.SUB: lambda p, q: p - q,
    Head.MUL: lambda p, q: p * q,
}


def _joined(a: Pieces, b: Pieces, make: Callable[[Poly, Poly], Poly], place: Place) -> Pieces:
    ends = _merged(a.ends, b.ends)
    parts = (bounded(make(p, q), place.work) for p, q in zip(a.at(ends), b.at(ends), strict=True))
    return Pieces(ends, tuple(parts))


def _each(found: Pieces, make: Callable[[Poly], Poly]) -> Pieces:
    return Pieces(found.ends, tuple(map(make, found.parts)))


def _by_sign(found: Pieces, make: Callable[[Poly, int], Poly], place: Place) -> Pieces:
    """What a function makes of each part and its sign, in pieces in which that does not change."""
    signed = _signed(found, place)
    pairs = zip(signed.parts, pairwise(signed.ends), strict=True)
    return Pieces(signed.ends, tuple(make(p, _sign(p, *ends)) for p, ends in pairs))


def _merged(*lists: tuple[End, ...]) -> tuple[End, ...]:
    """All ends in order; the first and the last of each list are the same."""
    inner = sorted({x for ends in lists for x in ends[1:-1] if x is not None})
    if len(inner) > MAX_PIECES:
        raise OverBudget(f"a function of more than {MAX_PIECES} pieces")
    return (lists[0][0], *inner, lists[0][-1])


def _signed(found: Pieces, place: Place) -> Pieces:
    """The same function in pieces in which it does not change its sign."""
    zeros = [zero for part, ends in zip(found.parts, pairwise(found.ends), strict=True) for zero in _zeros(part, *ends)]
    place.work.spend(len(zeros) * len(found.ends))
    ends = _merged(found.ends, (None, *zeros, None))
    return Pieces(ends, tuple(found.at(ends)))


def _zeros(p: Poly, low: End, high: End) -> Iterator[Fraction]:
    """The zeros of a polynomial between two ends, which must be rational."""
    if p.degree() <= 0:
        return
    for factor, _ in p.factor()[1]:
        if factor.degree() == 1:
            zero = -fraction(factor[0]) / fraction(factor[1])
            if (low is None or zero > low) and (high is None or zero < high):
                yield zero
        elif real_zeros(factor):
            raise Unsupported("a piece that ends at no rational number")


def _sign(p: Poly, low: End, high: End) -> int:
    """The sign of a polynomial that has no zero between two ends."""
    value = worth(p, _between(low, high))
    return (value > 0) - (value < 0)


def _between(low: End, high: End) -> Fraction:
    if low is None or high is None:
        return Fraction(0) if low is high else high - 1 if high is not None else (low or Fraction(0)) + 1
    return (low + high) / 2


def _extreme(a: Pieces, b: Pieces, sign: int, place: Place) -> Pieces:
    gap = _joined(a, b, _OPERATIONS[Head.SUB], place)
    above = _by_sign(gap, lambda p, s: ONE if s * sign >= 0 else ONE * 0, place)
    return _chosen(above, a, b, place)


def _chosen(holds: Pieces, a: Pieces, b: Pieces, place: Place) -> Pieces:
    ends = _merged(holds.ends, a.ends, b.ends)
    place.work.spend(len(ends))
    rows = zip(holds.at(ends), a.at(ends), b.at(ends), strict=True)
    return Pieces(ends, tuple(p if chosen == 1 else q for chosen, p, q in rows))


def _floors(found: Pieces, place: Place) -> Pieces:
    """A function rounded down: of a part of degree one, in pieces from one whole number to the next."""
    steps: list[Fraction] = []
    for part, (low, high) in zip(found.parts, pairwise(found.ends), strict=True):
        if part.degree() <= 0:
            continue
        if part.degree() > 1 or low is None or high is None:
            raise Unsupported("a rounding of what is not of degree one between two ends")
        first, last = sorted((worth(part, low), worth(part, high)))
        if last - first > MAX_PIECES:
            raise OverBudget(f"a function of more than {MAX_PIECES} pieces")
        slope, constant = fraction(part[1]), fraction(part[0])
        steps += [(n - constant) / slope for n in range(math.floor(first) + 1, math.ceil(last))]
    ends = _merged(found.ends, (None, *steps, None))
    rows = zip(found.at(ends), pairwise(ends), strict=True)
    parts = (fmpq_poly([math.floor(worth(part, _between(low, high)))]) for part, (low, high) in rows)
    return Pieces(ends, tuple(parts))


def _truth(formula: Expr, name: str, ends: tuple[End, End], place: Place) -> Pieces:
    """Where a formula holds: 1 in pieces in which it does, 0 in those in which it fails."""
    place.work.spend()
    if not isinstance(formula, Node):
        raise Unsupported("a condition that is no formula")
    match formula.head, formula.args:
        case Head.NOT, (p,):
            return _each(_truth(p, name, ends, place), lambda q: ONE - q)
        case ((Head.AND | Head.OR), (first, *others)):
            found = _truth(first, name, ends, place)
            for one in others:
                held = _truth(one, name, ends, place)
                join = _both if formula.head is Head.AND else _either
                found = _joined(found, held, join, place)
            return found
        case head, (a, b) if head in COMPARISONS:
            gap = _pieces(node(Head.SUB, a, b), name, ends, place)
            holds = _HOLDS[head]
            return _by_sign(gap, lambda p, s: ONE if s in holds else ONE * 0, place)
    raise Unsupported(f"{formula.head.value} in a condition of a choice")


def _both(p: Poly, q: Poly) -> Poly:
    return p * q


def _either(p: Poly, q: Poly) -> Poly:
    return p + q - p * q


_HOLDS: Final[dict[Head, frozenset[int]]] = {
    **{Head.EQ: frozenset({0}), Head.NE: frozenset({-1, 1}), Head.LT: frozenset({-1}), Head.GT: frozenset({1})},
    **{Head.LE: frozenset({-1, 0}), Head.GE: frozenset({0, 1})},
}
"""For which signs of the difference a comparison holds: 0 where it is zero in all of a piece."""
