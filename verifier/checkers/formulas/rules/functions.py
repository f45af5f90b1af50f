"""Logarithms, powers with letters in the exponent, sines and cosines as polynomials in few of their kind (trusted).

``ln(u)`` stands for the logarithm of ``abs(u)``, which is the same wherever ``ln(u)`` is defined. So logarithms of
products, quotients and powers are sums; powers of numbers are products of powers of primes; and sines and cosines of
sums and of multiples of angles are polynomials in those of single angles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import fmpz

from verifier.checkers.formulas.places.monomials import (
    ONE,
    Form,
    Monomial,
    alone,
    number_form,
    plus,
    primitive,
    rational,
    scaled,
    written,
)
from verifier.kernel.expr import Const, Expr, Head, Int, Node, node
from verifier.kernel.verdict import CheckFailed

MAX_FACTORED_BITS = 64  # of numbers whose logarithms are those of primes
MAX_TIMES = 6  # largest multiple of an angle that is taken apart
MAX_ANGLES = 2  # most angles of a sum that is taken apart
MAX_EXPONENT = 12
_PI = Const("pi")
PI: Monomial = frozenset({(_PI, 1)})
"""What is multiplied in a multiple of pi."""
_UNIT: Form = {ONE: Fraction(1)}
_E = Const("e")


@dataclass(frozen=True, slots=True)
class Ring:
    """What is done with polynomials: how an expression becomes one, products, one divided by one, absolute values."""

    of: Callable[[Expr], Form]
    times: Callable[[Form, Form], Form]
    inverse: Callable[[Form], Form]
    absolute: Callable[[Form], Form]
    power: Callable[[Form, int], Form]


def _power(form: Form, times: int, ring: Ring) -> Form:
    if abs(times) > MAX_EXPONENT:
        raise CheckFailed("a power that is too large")
    return ring.power(form, times)


def short(expr: Node, ring: Ring) -> Form | None:
    """Return the form of a function of real numbers, or None where nothing is known of it here.

    Raises:
        CheckFailed: where it is too large, or surely undefined.
    """
    match expr.head, expr.args:
        case Head.LN, (x,):
            return _logarithm(x, ring)
        case Head.LOG, (x, base):
            under = _logarithm(base, ring)
            if not under:
                raise CheckFailed("a logarithm to the base 1")
            return ring.times(_logarithm(x, ring), ring.inverse(under))
        case Head.EXP, (x,):
            return _power_of(_E, ring.of(x), ring)
        case Head.POW, (base, exponent):
            known = ring.of(base)
            value = rational(known)
            if known == ring.of(_E):
                return _power_of(_E, ring.of(exponent), ring)
            if value is not None and value > 0:
                return _power_of(value, ring.of(exponent), ring)
            return _whole_part_apart(known, ring.of(exponent), ring) if known else None
        case Head.FACTORIAL, (n,):
            return _factors_apart(ring.of(n), ring)
        case Head.BINOMIAL, (n, k):
            return _chosen(ring.of(n), ring.of(k), ring)
        case ((Head.SIN | Head.COS), (x,)):
            sine, cosine = _waves(ring.of(x), ring)
            return sine if expr.head is Head.SIN else cosine
        case Head.TAN, (x,):
            sine, cosine = _waves(ring.of(x), ring)
            return ring.times(sine, ring.inverse(cosine)) if cosine else None
        case ((Head.ASIN | Head.ACOS | Head.ATAN), (x,)):
            turn = arc(expr.head, ring.of(x))
            return None if turn is None else {PI: turn} if turn else {}
    return None


def _logarithm(x: Expr, ring: Ring) -> Form:
    """The natural logarithm of the absolute value of a number that is not zero."""
    match x:
        case Node(head=Head.POW, args=(base, exponent)):
            return ring.times(ring.of(exponent), _logarithm(base, ring))
        case Node(head=Head.EXP, args=(exponent,)):
            return ring.of(exponent)
        case Node(head=Head.SQRT, args=(inner,)):
            return scaled(_logarithm(inner, ring), Fraction(1, 2))
        case Node(head=Head.ROOT, args=(inner, Int(index))) if index > 0:
            return scaled(_logarithm(inner, ring), Fraction(1, index))
        case Node(head=Head.ABS | Head.NEG, args=(inner,)):
            return _logarithm(inner, ring)
        case Node(head=Head.MUL, args=(a, b)):
            return plus(_logarithm(a, ring), _logarithm(b, ring), Fraction(1))
        case Node(head=Head.DIV, args=(a, b)):
            return plus(_logarithm(a, ring), _logarithm(b, ring), Fraction(-1))
    if x == _E:
        return _UNIT
    form = ring.of(x)
    if not form:
        raise CheckFailed("the logarithm of zero")
    if len(form) > 1:
        return _of_sum(form)
    [(monomial, factor)] = form.items()
    found = _of_rational(abs(factor))
    for atom, k in monomial:
        again = isinstance(atom, Node) and atom.head in _SPLIT and atom != x
        one = _logarithm(atom, ring) if again or atom == _E else alone(node(Head.LN, atom))
        found = plus(found, one, Fraction(k))
    return found


_SPLIT = frozenset({Head.POW, Head.EXP, Head.SQRT, Head.ROOT, Head.ABS, Head.DIV})


def _of_sum(form: Form) -> Form:
    """The logarithm of a sum: that of its rational content, and of the rest."""
    content, rest = primitive(form)
    lead = min(form, key=lambda key: (not key, sorted((repr(atom), k) for atom, k in key)))
    rest = rest if form[lead] > 0 else scaled(rest, Fraction(-1))
    return plus(_of_rational(content), alone(node(Head.LN, written(rest))), Fraction(1))


def _of_rational(value: Fraction) -> Form:
    found: Form = {}
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, k in _factors(part):
            found = plus(found, alone(node(Head.LN, Int(prime))), Fraction(sign * k))
    return found


@lru_cache(maxsize=4096)
def _factors(whole: int) -> tuple[tuple[int, int], ...]:
    """The prime factors of a positive whole number; itself, where it is too large."""
    if whole.bit_length() > MAX_FACTORED_BITS:
        return ((whole, 1),)
    return tuple((int(prime), int(k)) for prime, k in fmpz(whole).factor())


def _power_of(base: Fraction | Const, exponent: Form, ring: Ring) -> Form:
    """A positive number to the power of a polynomial: a product of powers with single terms as exponents."""
    found = _UNIT
    for monomial, factor in exponent.items():
        for prime, k in _bases(base):
            found = ring.times(found, _single(prime, monomial, factor * k, ring))
    return found


def _whole_part_apart(base: Form, exponent: Form, ring: Ring) -> Form | None:
    """A power whose exponent has letters and a whole number in it: ``b**(n + 2)`` is ``b**n * b**2``."""
    whole = math.floor(exponent.get(ONE, Fraction(0)))
    rest = plus(exponent, number_form(Fraction(whole)), Fraction(-1))
    if not whole or rational(rest) is not None:
        return None
    return ring.times(alone(node(Head.POW, written(base), written(rest))), _power(base, whole, ring))


def _factors_apart(n: Form, ring: Ring) -> Form | None:
    """The factorial of a number with letters and a whole number in it: ``(n + 2)!`` is ``(n + 2) * (n + 1) * n!``."""
    whole = n.get(ONE, Fraction(0))
    rest = plus(n, number_form(whole), Fraction(-1))
    if not whole or whole.denominator != 1 or abs(whole) > MAX_EXPONENT or rational(rest) is not None:
        return None
    found = alone(node(Head.FACTORIAL, written(rest)))
    for k in range(1, int(whole) + 1):
        found = ring.times(found, plus(rest, number_form(Fraction(k)), Fraction(1)))
    for k in range(int(whole) + 1, 1):
        found = ring.times(found, ring.inverse(plus(rest, number_form(Fraction(k)), Fraction(1))))
    return found


def _chosen(n: Form, k: Form, ring: Ring) -> Form | None:
    """How many choices there are of ``k``, or of all but so many, where that is a whole number: a polynomial in ``n``,
    which is 0 at the whole numbers below ``k`` as well."""
    for few in (k, plus(n, k, Fraction(-1))):
        chosen = rational(few)
        if chosen is not None and chosen.denominator == 1 and 0 <= chosen <= MAX_EXPONENT and rational(n) is None:
            found = _UNIT
            for i in range(int(chosen)):
                found = ring.times(found, plus(n, number_form(Fraction(i)), Fraction(-1)))
            return scaled(found, Fraction(1, math.factorial(int(chosen))))
    return None


def _bases(base: Fraction | Const) -> list[tuple[Expr, int]]:
    if not isinstance(base, Fraction):
        return [(base, 1)]
    over = [(Int(prime), k) for prime, k in _factors(base.numerator)]
    return [*over, *((Int(prime), -k) for prime, k in _factors(base.denominator))]


def _single(base: Expr, monomial: Monomial, factor: Fraction, ring: Ring) -> Form:
    """``base`` to the power of one term."""
    if monomial == ONE:
        whole = math.floor(factor)
        rest = factor - whole
        found = _power(ring.of(base), whole, ring)
        if rest == Fraction(1, 2) and isinstance(base, Int):
            return ring.times(found, ring.of(node(Head.SQRT, base)))
        return ring.times(found, alone(_raised(base, number_form(rest)))) if rest else found
    if factor.denominator == 1 and (inner := _undone(base, monomial)) is not None:
        return _power(ring.absolute(ring.of(inner)), factor.numerator, ring)
    one = alone(_raised(base, {monomial: Fraction(1, factor.denominator)}))
    return _power(one, factor.numerator, ring)


def _raised(base: Expr, exponent: Form) -> Expr:
    return node(Head.EXP, written(exponent)) if base == _E else node(Head.POW, base, written(exponent))


def _undone(base: Expr, monomial: Monomial) -> Expr | None:
    """The number whose logarithm to this base a term is, or None."""
    rest = set(monomial) - ({(node(Head.DIV, Int(1), node(Head.LN, base)), 1)} if base != _E else set())
    if len(rest) == len(monomial) - (base != _E) and len(rest) == 1:
        [(atom, k)] = rest
        if k == 1 and isinstance(atom, Node) and atom.head is Head.LN:
            return atom.args[0]
    return None


def _waves(angle: Form, ring: Ring) -> tuple[Form, Form]:
    """The sine and the cosine of an angle."""
    turn = angle.get(PI, Fraction(0))
    quarters = math.floor(2 * turn)
    found = _of_turn(turn - Fraction(quarters, 2))
    for _ in range(quarters % 4):
        found = found[1], scaled(found[0], Fraction(-1))
    others = [(key, x) for key, x in angle.items() if key != PI]
    if len(others) > MAX_ANGLES:
        whole = written(dict(others))
        return _together(found, (alone(node(Head.SIN, whole)), alone(node(Head.COS, whole))), ring)
    for key, factor in others:
        found = _together(found, _multiple(key, factor, ring), ring)
    return found


def _multiple(key: Monomial, factor: Fraction, ring: Ring) -> tuple[Form, Form]:
    """The sine and the cosine of one term of an angle."""
    under = factor.denominator
    if any(atom == Const("pi") for atom, _ in key) and 180 % under == 0 and abs(factor * 180) <= MAX_TIMES:
        under = 180  # in degrees: one angle for all of their multiples
    times = factor * under
    if times.denominator > 1 or abs(times) > MAX_TIMES:
        times, under = Fraction(1 if factor > 0 else -1), 0
    one = written({key: abs(factor) if not under else Fraction(1, under)})
    single = alone(node(Head.SIN, one)), alone(node(Head.COS, one))
    found = single
    for _ in range(abs(int(times)) - 1):
        found = _together(found, single, ring)
    return (found[0] if times > 0 else scaled(found[0], Fraction(-1))), found[1]


def _together(one: tuple[Form, Form], other: tuple[Form, Form], ring: Ring) -> tuple[Form, Form]:
    """The sine and the cosine of the sum of two angles."""
    (a, b), (c, d) = one, other
    sine = plus(ring.times(a, d), ring.times(b, c), Fraction(1))
    return sine, plus(ring.times(b, d), ring.times(a, c), Fraction(-1))


def _of_turn(turn: Fraction) -> tuple[Form, Form]:
    """The sine and the cosine of so many times pi, at least 0 and less than one half."""
    if 12 % turn.denominator == 0:
        return _SINES[int(turn * 12)], _SINES[6 - int(turn * 12)]
    if turn > Fraction(1, 4):
        cosine, sine = _of_turn(Fraction(1, 2) - turn)
        return sine, cosine
    angle = written({PI: turn})
    return alone(node(Head.SIN, angle)), alone(node(Head.COS, angle))


def of_sixtieths(turn: Fraction, ring: Ring) -> tuple[Form, Form]:
    """Return the sine and the cosine of so many times pi, a multiple of a sixtieth, by roots.

    Raises:
        CheckFailed: where it is too large.
    """
    fifths = int(turn * 180) % 5  # what is left are twelfths, since 12 times 3 is 1 more than a multiple of 5
    rest = turn - Fraction(fifths, 5)
    found = _waves({PI: rest} if rest else {}, ring)
    for _ in range(fifths):
        found = _together(found, _FIFTH, ring)
    return found


def _root(under: int, factor: Fraction) -> Form:
    return {frozenset({(node(Head.SQRT, Int(under)), 1)}): factor}


_SINES: tuple[Form, ...] = (
    {},
    {**_root(6, Fraction(1, 4)), **_root(2, Fraction(-1, 4))},
    {ONE: Fraction(1, 2)},
    _root(2, Fraction(1, 2)),
    _root(3, Fraction(1, 2)),
    {**_root(6, Fraction(1, 4)), **_root(2, Fraction(1, 4))},
    _UNIT,
)
"""The sines of the twelfths of pi, from 0 to six of them."""
_FIFTH: tuple[Form, Form] = (
    {frozenset({(node(Head.SQRT, written({ONE: Fraction(10), **_root(5, Fraction(-2))})), 1)}): Fraction(1, 4)},
    {ONE: Fraction(1, 4), **_root(5, Fraction(1, 4))},
)
"""The sine and the cosine of a fifth of pi."""


def arc(head: Head, form: Form) -> Fraction | None:
    """Return how many times pi the arc of a number is (``head``: the arc's function); None where that is not told."""
    return _arcs()[head].get(frozenset(form.items()))


Arcs = Mapping[frozenset[tuple[Monomial, Fraction]], Fraction]


@lru_cache(maxsize=1)
def _arcs() -> Mapping[Head, Arcs]:
    """Of which numbers arcs are told, and these as multiples of pi."""
    signed = [(k, _SINES[abs(k)] if k >= 0 else scaled(_SINES[-k], Fraction(-1))) for k in range(-6, 7)]
    sines = {frozenset(form.items()): Fraction(k, 12) for k, form in signed}
    cosines = {form: Fraction(1, 2) - turn for form, turn in sines.items()}
    tangents: dict[frozenset[tuple[Monomial, Fraction]], Fraction] = {frozenset(): Fraction(0)}
    for twelfths, form in ((2, _root(3, Fraction(1, 3))), (3, _UNIT), (4, _root(3, Fraction(1)))):
        tangents[frozenset(form.items())] = Fraction(twelfths, 12)
        tangents[frozenset(scaled(form, Fraction(-1)).items())] = Fraction(-twelfths, 12)
    return {Head.ASIN: sines, Head.ACOS: cosines, Head.ATAN: tangents}
