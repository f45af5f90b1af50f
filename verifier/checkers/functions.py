"""What functions of numbers are worth at rational numbers, exactly: one table, for every evaluation."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from flint import fmpz

from verifier.kernel.functions import Head

MAX_BITS = 60_000  # largest size of a value: work is bounded by counting, not by the clock
MAX_PRIME_BITS = 200  # of a number that is asked to be prime
MAX_FACTORED_BITS = 90  # of a number whose divisors are counted
MAX_PLACES = 50  # of a rounding, after the point or before it
REAL_LETTER = "is real"  # a side condition on a letter, which definedness does not imply


class NotEvaluated(Exception):
    """A term has no exact rational value here; ``str`` says why."""


class Undefined(NotEvaluated):
    """A divisor is zero, 0^0, the factorial of a fraction: the term denotes nothing."""


class Unsupported(NotEvaluated):
    """The value may exist but is not a rational that this evaluator reaches."""


class OverBudget(NotEvaluated):
    """The value would need more than ``MAX_BITS`` bits."""


def operate(head: Head, *values: Fraction) -> Fraction:
    """Return what a function makes of ``values``. Raises: NotEvaluated, KeyError on a head that is no function here."""
    if bits_of(found := FUNCTIONS[head](*values)) > MAX_BITS:
        raise OverBudget(f"a value of more than {MAX_BITS} bits")
    return found


def bits_of(x: Fraction) -> int:
    """Return the bits of the numerator and the denominator together."""
    return x.numerator.bit_length() + x.denominator.bit_length()


def whole(x: Fraction, least: int | None = None) -> int:
    """Return ``x``, a whole number that is at least ``least``.

    Raises:
        Undefined: where it is none.
    """
    if x.denominator != 1 or (least is not None and x < least):
        raise Undefined(f"expected a whole number{'' if least is None else f' from {least} on'}, found another one")
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


def real_root(x: Fraction, n: Fraction) -> Fraction:
    """Return the real root: of a negative number the negative one, where n is odd. Raises: NotEvaluated."""
    if n.denominator != 1 or n < 2:
        raise Unsupported("a root whose index is not a whole number from 2 on")
    if x < 0 and n.numerator % 2:
        return -_root(-x, n)
    return _root(x, n)


def _divide(a: Fraction, b: Fraction) -> Fraction:
    if b == 0:
        raise Undefined("division by zero")
    return a / b


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1:
        base = _root(base, Fraction(exponent.denominator))
    n = exponent.numerator
    if base == 0 and n <= 0:
        raise Undefined("zero to a power that is not positive")
    if abs(base) != 1 and bits_of(base) * abs(n) > 2 * MAX_BITS:
        raise OverBudget(f"a power of more than {MAX_BITS} bits")
    return base if base == 1 else base ** (n % 2 if base == -1 else n)


def _root(x: Fraction, index: Fraction) -> Fraction:
    if index.denominator != 1 or not 2 <= index <= 64:
        raise Unsupported("a root whose index is not a whole number from 2 to 64")
    if x < 0:
        raise Unsupported("a root of a negative number")
    return Fraction(*(_perfect(k, index.numerator) for k in x.as_integer_ratio()))


def _perfect(k: int, n: int) -> int:
    root = 1 << -(-k.bit_length() // n)  # at least the root: Newton's steps fall to its whole part
    while k and (lower := ((n - 1) * root + k // root ** (n - 1)) // n) < root:
        root = lower
    if k and root**n != k:
        raise Unsupported("a root that is not rational")
    return root if k else 0


def _count(x: Fraction) -> int:
    if (n := whole(x, 0)) > 2000:
        raise OverBudget("a factorial or a binomial beyond 2000")
    return n


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
    if _power(x, Fraction(guess.denominator)) != _power(base, Fraction(guess.numerator)):
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


def _inverse_mod(a: Fraction, n: Fraction) -> Fraction:
    of, modulus = whole(a), whole(n, 1)
    if math.gcd(of, modulus) != 1:
        raise Undefined("a number that has a factor in common with the modulus has no inverse")
    return Fraction(pow(of, -1, modulus))


def _arg(x: Fraction) -> Fraction:
    if x <= 0:
        raise Unsupported("the argument of a number that is not positive")
    return Fraction(0)


def _folded(pair: Callable[[Fraction, Fraction], Fraction], first: Fraction, *others: Fraction) -> Fraction:
    """Fold a function of two numbers over one or more; of one it is the function of that number twice."""
    found = pair(first, first)
    for one in others:
        if bits_of(found := pair(found, one)) > MAX_BITS:
            raise OverBudget(f"a value of more than {MAX_BITS} bits")
    return found


_RARE: Final[Mapping[Head, Mapping[int, int]]] = {  # where values of these are rational and known
    **{Head.EXP: {0: 1}, Head.LN: {1: 0}, Head.SIN: {0: 0}, Head.COS: {0: 1}, Head.TAN: {0: 0}},
    **{Head.ASIN: {0: 0}, Head.ACOS: {1: 0}, Head.ATAN: {0: 0}},
}
RARELY_RATIONAL = frozenset({*_RARE, Head.LOG})
"""Functions whose values are rational at few numbers."""

FUNCTIONS: Final[Mapping[Head, Callable[..., Fraction]]] = {
    **{Head.ADD: operator.add, Head.SUB: operator.sub, Head.MUL: operator.mul, Head.NEG: operator.neg, Head.ABS: abs},
    **{Head.DIV: _divide, Head.POW: _power, Head.ROOT: _root, Head.SQRT: lambda x: _root(x, Fraction(2))},
    Head.PERCENT: lambda x: x / 100,
    **{Head.FLOOR: lambda x: Fraction(math.floor(x)), Head.CEIL: lambda x: Fraction(math.ceil(x))},
    Head.FLOORDIV: lambda a, b: Fraction(math.floor(_divide(a, b))),
    **dict.fromkeys((Head.MOD, Head.REM), lambda a, n: Fraction(whole(a) % whole(n, 1))),
    Head.INVERSE_MOD: _inverse_mod,
    **{Head.MIN: partial(_folded, min), Head.MAX: partial(_folded, max)},
    Head.GCD: partial(_folded, lambda a, b: Fraction(math.gcd(whole(a), whole(b)))),
    Head.LCM: partial(_folded, lambda a, b: Fraction(math.lcm(whole(a), whole(b)))),
    Head.FACTORIAL: lambda n: Fraction(math.factorial(_count(n))),
    Head.BINOMIAL: lambda n, k: Fraction(math.comb(_count(n), _count(k))),
    **{Head.DIGIT_SUM: _digit_sum, Head.DIGIT: _digit, Head.NUM_DIVISORS: _num_divisors},
    **{h: partial(_only, known, frozenset({0} if h is Head.LN else ()), h) for h, known in _RARE.items()},
    Head.LOG: _log,
    **{Head.RE: lambda x: x, Head.CONJ: lambda x: x, Head.IM: lambda x: Fraction(0), Head.ARG: _arg},
}
"""The functions of numbers alone, by head. Each raises NotEvaluated where it has no rational value that is known.
Roots are principal: one of a negative number is refused; ``real_root`` is the real one."""
