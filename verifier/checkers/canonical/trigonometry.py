"""Cosines and sines in canonical forms: every angle is a sum of whole multiples of a few common parts.

With ``c`` and ``s`` for the cosine and the sine of a part, ``(c + i s)^k`` gives those of its k-fold (de Moivre), and
``s^2 = 1 - c^2``. Multiples of pi/12 and pi/5 become roots; those of other parts are Chebyshev
polynomials of the cosine of pi/n, n even, which is a root of the minimal polynomial that flint knows of its double.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

from verifier.checkers.canonical.ring import FormContext, Kind, Poly, Quotient, Ring, over_budget
from verifier.kernel.expr import Expr, Head, Node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

WAVES = frozenset({Head.SIN, Head.COS, Head.TAN})
MAX_MULTIPLE = 24  # largest multiple of a common part
MAX_PARTS, MAX_TIMES = 360, 4000  # smallest part of pi whose cosine is told, and largest multiple of it

Pair = tuple[Poly, Poly]  # a cosine and a sine
Parts = dict[Any, Fraction]  # an angle: rational coefficients by monomial; "pi" stands for pi alone


def wave(forms: FormContext, term: Node) -> Quotient:
    """Return the form of a sine, a cosine or a tangent. Raises: CheckFailed."""
    if any(isinstance(inner, Node) and inner.head in WAVES for angle in forms.angles for inner in walk_expr(angle)):
        raise CheckFailed("a sine or a cosine in an angle", Reason.OUT_OF_SCOPE)
    units = _units(forms)
    cos, sin = forms.ring.one, forms.ring.zero
    for key, coefficient in _parts(forms, term.args[0]).items():
        if key == "pi":
            pair = _turn(forms, coefficient, units[key])
        else:
            pair = _multiple(forms, _slots(forms, key, units[key]), coefficient * units[key])
        cos, sin = _together(forms, (cos, sin), pair)
    if term.head is Head.COS:
        return Quotient(cos, forms.ring.one)
    if term.head is Head.SIN:
        return Quotient(sin, forms.ring.one)
    below = Quotient(cos, forms.ring.one)
    forms.nonzero(Node(Head.COS, term.args), below)
    return forms.ring.quotient(sin, cos)


def _parts(forms: FormContext, angle: Expr) -> Parts:
    form = forms.of(angle)
    if form.den != forms.ring.one:
        raise CheckFailed("an angle that is a quotient with letters below", Reason.OUT_OF_SCOPE)
    pi = forms.ring.slots.get(("constant", "pi"))
    parts: Parts = {}
    for monomial, coefficient in form.num.to_dict().items():
        alone = pi is not None and monomial[pi.index] == 1 and sum(monomial) == 1
        parts["pi" if alone else monomial] = Fraction(int(coefficient.p), int(coefficient.q))
    return parts


def _units(forms: FormContext) -> dict[Any, int]:
    """By monomial: the common denominator of its coefficients in all angles of the claim; of pi alone it is even, since
    sines are cosines a quarter away, and of those whose cosines are no roots."""
    units: dict[Any, int] = {"pi": 2}
    for angle in forms.angles:
        for key, coefficient in _parts(forms, angle).items():
            if key != "pi" or 60 % coefficient.denominator:
                units[key] = lcm(units.get(key, 1), coefficient.denominator)
    return units


def _slots(forms: FormContext, key: Any, unit: int) -> Pair:
    """The cosine and the sine of a monomial's part."""
    ring = forms.ring
    part = ring.one if key == () else ring.ctx.from_dict({key: 1})
    kind = Kind.WAVE
    cos = ring.slot(("cos", str(part), unit), kind, None, part)
    rule = ring.add(ring.one, -ring.multiply(cos, cos))
    return cos, ring.slot(("sin", str(part), unit), kind, (2, rule), part)


def _turn(forms: FormContext, turns: Fraction, unit: int) -> Pair:
    """The cosine and the sine of so many times pi; ``unit``: of which part of pi those in the claim are multiples."""
    ring = forms.ring
    if 60 % turns.denominator:
        k = int(turns * unit)
        return _cosine(ring, unit, abs(k)), _cosine(ring, unit, abs(unit // 2 - k))
    turns %= 2
    pair: Pair = (ring.one, ring.zero)
    for times, known in zip(_shares(int(turns * 60)), (_quarter, _third, _fifth), strict=True):
        pair = _together(forms, pair, _multiple(forms, known(forms), Fraction(times))) if times else pair
    return pair


def _cosine(ring: Ring, unit: int, k: int) -> Poly:
    """The cosine of ``k`` times pi/unit: a Chebyshev polynomial of that of pi/unit, reduced by its minimal one."""
    if unit > MAX_PARTS or k > MAX_TIMES:
        raise over_budget(f"a part of pi below pi/{MAX_PARTS}, or more than {MAX_TIMES} of them")
    twice = fmpz_poly.cos_minpoly(2 * unit).coeffs()  # of 2 cos(pi/unit)
    least = fmpq_poly([fmpq(c * 2**i) for i, c in enumerate(twice)])
    gen = ring.slot(("cos pi", unit), Kind.WAVE)
    index = ring.slots["cos pi", unit].index
    if index not in ring.rules:
        ring.rules[index] = (least.degree(), _at(fmpq_poly([0] * least.degree() + [1]) % least, gen))
    return _at(fmpq_poly(fmpz_poly.chebyshev_t(k)) % least, gen)


def _at(p: Any, gen: Poly) -> Poly:
    """A polynomial in one letter, at a generator of the ring."""
    found = gen - gen
    for c in reversed(p.coeffs()):
        found = found * gen + c
    return found


def _shares(sixtieths: int) -> tuple[int, int, int]:
    """The quarters, thirds and fifths that make so many sixtieths, up to whole turns of 120."""
    found = ((a, b, c) for c in range(10) for b in range(6) for a in range(8))
    return next(each for each in found if (15 * each[0] + 20 * each[1] + 12 * each[2] - sixtieths) % 120 == 0)


def _quarter(forms: FormContext) -> Pair:
    half = forms.ring.multiply(forms.radical(2, Fraction(2)), forms.ring.constant(Fraction(1, 2)))
    return half, half


def _third(forms: FormContext) -> Pair:
    half = forms.ring.constant(Fraction(1, 2))
    return half, forms.ring.multiply(forms.radical(2, Fraction(3)), half)


def _fifth(forms: FormContext) -> Pair:
    ring = forms.ring
    cos = ring.multiply(ring.add(ring.one, forms.radical(2, Fraction(5))), ring.constant(Fraction(1, 4)))
    rule = ring.add(ring.one, -ring.multiply(cos, cos))
    return cos, ring.slot(("sin pi", 5), Kind.WAVE, (2, rule))


def _multiple(forms: FormContext, pair: Pair, times: Fraction) -> Pair:
    if times.denominator != 1 or abs(times) > MAX_MULTIPLE:
        raise over_budget(f"more than the {MAX_MULTIPLE}-fold of an angle")
    found: Pair = (forms.ring.one, forms.ring.zero)
    for _ in range(abs(int(times))):
        found = _together(forms, found, pair)
    return found if times >= 0 else (found[0], -found[1])


def _together(forms: FormContext, a: Pair, b: Pair) -> Pair:
    """The cosine and the sine of the sum of two angles."""
    ring = forms.ring
    cos = ring.add(ring.multiply(a[0], b[0]), -ring.multiply(a[1], b[1]))
    return cos, ring.add(ring.multiply(a[0], b[1]), ring.multiply(a[1], b[0]))
