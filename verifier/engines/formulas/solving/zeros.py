"""Irrational zeros of polynomials, each with two rational ends between which it is the only one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from flint import fmpz_poly

from verifier.checkers.formulas.places.models import MAX_DEGREE

MAX_BITS = 400  # of the coefficients of a polynomial that is looked at
PLACES = 1 << 20  # ends are at most about this share of one apart


@dataclass(frozen=True, slots=True)
class Zero:
    """The zero of a polynomial, by its coefficients from the lowest, between two ends."""

    polynomial: tuple[Fraction, ...]
    low: Fraction
    high: Fraction

    def spelled(self, _name: str) -> dict[str, object]:
        """Return it as JSON values."""
        return {"polynomial": list(map(str, self.polynomial)), "between": [str(self.low), str(self.high)]}


def zeros(powers: Mapping[int, Fraction]) -> list[Zero]:
    """Return the real zeros, from the least, of the irreducible factors of degree three and more of a polynomial."""
    degree = max(powers, default=0)
    if not 3 <= degree <= MAX_DEGREE:
        return []
    common = lcm(*(one.denominator for one in powers.values()))
    whole = [int(powers.get(k, Fraction(0)) * common) for k in range(degree + 1)]
    if max(one.bit_length() for one in whole) > MAX_BITS:
        return []
    found = []
    for factor, _ in fmpz_poly(whole).factor()[1]:
        if factor.degree() >= 3:
            own = tuple(Fraction(int(one)) for one in factor.coeffs())
            found += [one for middle in _real(factor) if (one := _between(own, middle)) is not None]
    return sorted(found, key=lambda one: one.low)


def real_zeros(polynomial: tuple[Fraction, ...]) -> list[Zero]:
    """Return the real zeros of a polynomial without a repeated root, from the least, each between ends of its own."""
    common = lcm(*(one.denominator for one in polynomial))
    whole = fmpz_poly([int(one * common) for one in polynomial])
    if max(int(one).bit_length() for one in whole.coeffs()) > MAX_BITS or whole.gcd(whole.derivative()).degree() > 0:
        return []
    found = [_between(polynomial, middle) for middle in _real(whole)]
    return sorted((one for one in found if one is not None), key=lambda one: one.low)


def _real(factor: fmpz_poly) -> list[Fraction]:
    """Numbers near the real zeros."""
    near = []
    for ball, _ in factor.complex_roots():
        if ball.imag == 0:
            mantissa, exponent = ball.real.mid().man_exp()
            near.append(Fraction(int(mantissa)) * Fraction(2) ** int(exponent))
    return near


def _between(polynomial: tuple[Fraction, ...], near: Fraction) -> Zero | None:
    middle = Fraction(round(near * PLACES * 4), PLACES * 4)
    low, high = middle - Fraction(1, PLACES), middle + Fraction(1, PLACES)
    signs = [sum((a * x**k for k, a in enumerate(polynomial)), Fraction(0)) for x in (low, high)]
    return Zero(polynomial, low, high) if signs[0] * signs[1] < 0 else None
