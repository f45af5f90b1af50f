"""Logarithms in canonical forms: quotients of natural logarithms of primes and of what else was taken the logarithm of.

``ln(ab) = ln a + ln b`` only where the factors are sure to be positive: for numbers, and for letters where the claim
takes the logarithm of that very factor too, so that it denotes something only where the factor is positive.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpz

from verifier.checkers.canonical.ring import FormContext, Kind, Poly, Quotient, over_budget
from verifier.checkers.enclosure import sign
from verifier.checkers.spelling import spelled
from verifier.kernel.expr import Const, Expr, Head, Int, Node, Sym, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MAX_BITS = 80  # largest number taken apart into primes


def logarithm(forms: FormContext, x: Expr, base: Expr) -> Quotient:
    """Return the form of ``log(x, base)``, of real numbers. Raises: CheckFailed."""
    if forms.imaginary:  # ln(e^z) is z only up to whole turns
        raise CheckFailed("a logarithm among complex numbers", Reason.OUT_OF_SCOPE)
    if base.free:
        forms.demands[base, "> 0, ≠ 1"] = None
    elif sign(base) != 1 or sign(node(Head.SUB, base, Int(1))) is None:
        raise CheckFailed(f"{spelled(base)} is no base of logarithms", Reason.SIDE_CONDITION)
    over, under = _natural(forms, x), _natural(forms, base)
    if under.num.is_zero():
        raise CheckFailed(f"{spelled(base)} is 1, which is no base of logarithms", Reason.SIDE_CONDITION)
    if over.den == under.den == forms.ring.one:
        shared = over.num.gcd(under.num)  # log_2 8 is 3, not 3 ln 2 / ln 2
        return forms.ring.quotient(over.num / shared, under.num / shared)
    return forms.ring.times(over, forms.ring.quotient(under.den, under.num))


def _natural(forms: FormContext, x: Expr) -> Quotient:
    """The natural logarithm."""
    ring = forms.ring
    match x:
        case Const("e"):
            return Quotient(ring.one, ring.one)
        case Node(Head.POW, (base, exponent)) if not base.free and sign(base) == 1:
            for name in () if forms.real else sorted(exponent.free):
                forms.demands[Sym(name), "is real"] = None  # elsewhere the power may be a whole turn away
            return ring.times(forms.of(exponent), _natural(forms, base))
    form = forms.of(x)
    if x.free:
        forms.demands[x, "> 0"] = None
    elif sign(x) != 1:
        raise CheckFailed(f"{spelled(x)} is not sure to be positive under a logarithm", Reason.SIDE_CONDITION)
    over, under = _split(forms, form.num), _split(forms, form.den)
    if over is not None and under is not None:
        return Quotient(ring.add(over, -under), ring.one)
    whole = ring.slot(("ln", str(form.num), str(form.den)), Kind.OPAQUE, None, ring.multiply(form.num, form.den))
    return Quotient(whole, ring.one)


def _split(forms: FormContext, p: Poly) -> Poly | None:
    """The logarithm of a product of positive factors as a sum, or None where their signs are not sure."""
    ring = forms.ring
    content, factors = p.factor()
    rational = Fraction(int(content.p), int(content.q))
    if rational <= 0:
        return None
    total = _of_rational(forms, rational)
    for factor, times in factors:
        one = _of_factor(forms, factor)
        if one is None:
            return None
        total = ring.add(total, ring.multiply(one, ring.constant(Fraction(int(times)))))
    return total


def _of_factor(forms: FormContext, factor: Poly) -> Poly | None:
    ring = forms.ring
    used = ring.used(factor)
    if len(factor) == 1 and len(used) == 1:
        key = next(key for key, slot in ring.slots.items() if slot is used[0])
        if isinstance(key, tuple) and key[0] == "prime":
            return ring.multiply(_of_prime(forms, key[1]), ring.constant(Fraction(1, forms.index)))
        if key == ("constant", "e"):
            return ring.one
    if factor not in _atoms(forms):
        return None
    return ring.slot(("ln", str(factor), "1"), Kind.OPAQUE, None, factor)


def _atoms(forms: FormContext) -> list[Poly]:
    """The irreducible polynomials that are, up to a positive number, taken the logarithm of somewhere in the claim."""
    found = []
    for term in forms.logged:
        if term.free and not any(isinstance(inner, Node) and inner.head is Head.LOG for inner in walk_expr(term)):
            form = forms.of(term)
            content, factors = form.num.factor()
            if form.den == forms.ring.one and content > 0 and len(factors) == 1 and factors[0][1] == 1:
                found.append(factors[0][0])
    return found


def _of_rational(forms: FormContext, x: Fraction) -> Poly:
    ring, total = forms.ring, forms.ring.zero
    for number, sign_ in ((x.numerator, 1), (x.denominator, -1)):
        if number.bit_length() > MAX_BITS:
            raise over_budget(f"a logarithm of a number of more than {MAX_BITS} bits")
        for prime, times in fmpz(number).factor():
            part = ring.multiply(_of_prime(forms, int(prime)), ring.constant(Fraction(sign_ * int(times))))
            total = ring.add(total, part)
    return total


def _of_prime(forms: FormContext, prime: int) -> Poly:
    return forms.ring.slot(("ln", prime), Kind.OPAQUE)
