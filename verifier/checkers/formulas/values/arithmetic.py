"""The numbers that functions of numbers give, exactly. What the kernel's own evaluator knows is asked of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial, reduce
from typing import Final

from flint import fmpz

from verifier.kernel.evaluate import OverBudget, Undefined, Unsupported, operate
from verifier.kernel.expr import Head

MAX_PRIME_BITS = 200  # of a number that is asked to be prime
MAX_FACTORED_BITS = 90  # of a number whose divisors are counted
MAX_PLACES = 50  # of a rounding, after the point or before it


def whole(x: Fraction, least: int | None = None) -> int:
    """Return ``x``, a whole number that is at least ``least``.

    Raises:
        Undefined: where it is none.
    """
    if x.denominator != 1 or (least is not None and x < least):
        raise Undefined("not a whole number, or too small a one")
    return x.numerator


def unit(places: Fraction) -> Fraction:
    """Return what one is worth in the last of so many decimal places; -2: in the hundreds.

    Raises:
        Unsupported: where they are no whole number from ``-MAX_PLACES`` to ``MAX_PLACES``.
    """
    if places.denominator != 1 or abs(places) > MAX_PLACES:
        raise Unsupported(f"a rounding to no number of places from {-MAX_PLACES} to {MAX_PLACES}")
    return Fraction(10) ** -places.numerator


def effort(x: Fraction) -> int:
    """Return about how many steps of an evaluation it takes to factor a number, or to prove it prime."""
    return (x.numerator.bit_length() // 5) ** 3


def is_prime(x: Fraction) -> bool:
    """Return whether ``x`` is a prime number; what is not whole is none.

    Raises:
        OverBudget: beyond ``MAX_PRIME_BITS``.
    """
    if x.denominator != 1 or x < 2:
        return False
    if x.numerator.bit_length() > MAX_PRIME_BITS:
        raise OverBudget(f"a prime of more than {MAX_PRIME_BITS} bits")
    return bool(fmpz(x.numerator).is_prime())


def _root(x: Fraction, n: Fraction) -> Fraction:
    """The principal root; of a negative number the negative one, where n is odd."""
    if n.denominator != 1 or n < 2:
        raise Unsupported("a root whose index is not a whole number from 2 on")
    if x < 0 and n.numerator % 2:
        return -operate(Head.ROOT, -x, n)
    return operate(Head.ROOT, x, n)


def _only(known: Mapping[int, int], undefined: frozenset[int], name: str, x: Fraction) -> Fraction:
    """The value of a function that is rational at few numbers."""
    if x in undefined:
        raise Undefined(f"{name}({x})")
    if x not in known:
        raise Unsupported(f"{name} has no rational value here, or none that is known")
    return Fraction(known[int(x)])


def _log(x: Fraction, base: Fraction) -> Fraction:
    """The logarithm, where it is rational: guessed with floating point, and found by raising to powers."""
    if base <= 0 or base == 1 or x <= 0:
        raise Unsupported("a logarithm of, or to, what is not positive, or to the base 1")
    over, under = _float_log(x), _float_log(base)
    guess = Fraction(over / under).limit_denominator(60) if abs(under) > 1e-9 else Fraction(0)
    if operate(Head.POW, x, Fraction(guess.denominator)) != operate(Head.POW, base, Fraction(guess.numerator)):
        raise Unsupported("a logarithm that is not rational")
    return guess


def _float_log(x: Fraction) -> float:
    return math.log(x.numerator) - math.log(x.denominator)


def _digit_sum(n: Fraction) -> Fraction:
    return Fraction(sum(map(int, _digits(n))))


def _digit(n: Fraction, k: Fraction) -> Fraction:
    spelled, place = _digits(n), whole(k, 0)
    return Fraction(int(spelled[-1 - place]) if place < len(spelled) else 0)


def _digits(n: Fraction) -> str:
    if (found := whole(n)) < 0:
        raise Unsupported("digits of a negative number")
    if found.bit_length() > 10_000:
        raise OverBudget("digits of a number of more than 10000 bits")
    return str(found)


def _num_divisors(n: Fraction) -> Fraction:
    if (found := whole(n)) < 1:
        raise Unsupported("the divisors of a number that is not positive")
    if found.bit_length() > MAX_FACTORED_BITS:
        raise OverBudget(f"a number of more than {MAX_FACTORED_BITS} bits to be factored")
    return Fraction(math.prod(times + 1 for _, times in fmpz(found).factor()))


def _arg(x: Fraction) -> Fraction:
    if x <= 0:
        raise Unsupported("the argument of a number that is not positive")
    return Fraction(0)


def _folded(head: Head, first: Fraction, *others: Fraction) -> Fraction:
    return reduce(partial(operate, head), others, operate(head, first, first))


_NONE: Final[frozenset[int]] = frozenset()
_SAME: Final = frozenset(
    {Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.POW, Head.NEG, Head.SQRT, Head.ABS, Head.FLOOR, Head.CEIL}
    | {Head.FACTORIAL, Head.BINOMIAL, Head.MOD}
)
_FOLDED: Final = frozenset({Head.MIN, Head.MAX, Head.GCD, Head.LCM})
_RARE: Final[Mapping[Head, Mapping[int, int]]] = {  # where values of these are rational and known
    **{Head.EXP: {0: 1}, Head.LN: {1: 0}, Head.SIN: {0: 0}, Head.COS: {0: 1}, Head.TAN: {0: 0}},
    **{Head.ASIN: {0: 0}, Head.ACOS: {1: 0}, Head.ATAN: {0: 0}},
}
FUNCTIONS: Final[Mapping[Head, Callable[..., Fraction]]] = {
    **{head: partial(operate, head) for head in _SAME},
    **{head: partial(_folded, head) for head in _FOLDED},
    Head.REM: partial(operate, Head.MOD),
    **{h: partial(_only, known, frozenset({0}) if h is Head.LN else _NONE, h) for h, known in _RARE.items()},
    Head.FLOORDIV: lambda a, b: operate(Head.FLOOR, operate(Head.DIV, a, b)),
    **{Head.ROOT: _root, Head.LOG: _log, Head.RE: lambda x: x, Head.CONJ: lambda x: x},
    **{Head.IM: lambda x: Fraction(0), Head.ARG: _arg, Head.DIGIT_SUM: _digit_sum, Head.DIGIT: _digit},
    Head.NUM_DIVISORS: _num_divisors,
}
"""The functions of numbers alone, by head. Each raises NotEvaluated where it has no rational value that is known."""
