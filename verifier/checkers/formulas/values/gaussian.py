"""Complex numbers with rational parts, and what signs and functions make of them (trusted)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from verifier.checkers.formulas.values.values import Gaussian, Work
from verifier.checkers.functions import Undefined, Unsupported, operate, whole
from verifier.kernel.expr import Head

UNIT = Gaussian(Fraction(0), Fraction(1))
MAX_POWER = 1000  # largest exponent of a number that is not real


def made(re: Fraction, im: Fraction) -> Fraction | Gaussian:
    """Return the number with these parts, a rational one where the imaginary part is 0."""
    return Gaussian(re, im) if im else re


def combined(head: Head, values: Sequence[Fraction | Gaussian], work: Work) -> Fraction | Gaussian:
    """Return what a sign or function makes of numbers with rational parts.

    Raises:
        Undefined: where it makes nothing of them.
        Unsupported: where what it makes of them is not known here, or has no rational parts.
        OverBudget: where it is too much work.
    """
    pairs = [_parts(one) for one in values]
    match head, pairs:
        case Head.NEG, [(a, b)]:
            return made(-a, -b)
        case Head.ADD, [(a, b), (c, d)]:
            return made(a + c, b + d)
        case Head.SUB, [(a, b), (c, d)]:
            return made(a - c, b - d)
        case Head.MUL, [(a, b), (c, d)]:
            return made(a * c - b * d, a * d + b * c)
        case Head.DIV, [one, other]:
            return _quotient(one, other)
        case Head.POW, [base, (n, k)] if not k:
            return _power(base, n, work)
        case Head.CONJ, [(a, b)]:
            return made(a, -b)
        case Head.RE, [(a, _)]:
            return a
        case Head.IM, [(_, b)]:
            return b
        case Head.ABS, [(a, b)]:
            return operate(Head.SQRT, a * a + b * b)
    raise Unsupported(f"{head.value} of a number that is not real")


def _parts(value: Fraction | Gaussian) -> tuple[Fraction, Fraction]:
    return (value, Fraction(0)) if isinstance(value, Fraction) else (value.re, value.im)


def _quotient(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> Fraction | Gaussian:
    (a, b), (c, d) = one, other
    square = c * c + d * d
    if not square:
        raise Undefined("division by zero")
    return made((a * c + b * d) / square, (b * c - a * d) / square)


def _power(base: tuple[Fraction, Fraction], n: Fraction, work: Work) -> Fraction | Gaussian:
    """A whole power, by squaring; each product is counted."""
    if n.denominator != 1 or abs(n) > MAX_POWER:
        raise Unsupported("a power of a number that is not real")
    found, square, left = (Fraction(1), Fraction(0)), base, abs(whole(n))
    while left:
        if left & 1:
            found = _parts(combined(Head.MUL, [made(*found), made(*square)], work))
        square = _parts(combined(Head.MUL, [made(*square), made(*square)], work))
        for part in square:
            work.number(part)
        left >>= 1
    return _quotient((Fraction(1), Fraction(0)), found) if n < 0 else made(*found)
