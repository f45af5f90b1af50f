"""Expressions that are polynomials, or quotients of polynomials, in one letter with rational coefficients."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeAlias

from flint import fmpq_poly

from verifier.checkers.formulas.places.monomials import flint_number, fraction
from verifier.checkers.formulas.values.values import Place, Work
from verifier.checkers.functions import OverBudget, Undefined, Unsupported
from verifier.kernel.expr import Expr, Head, Node, Sym

Poly: TypeAlias = Any
"""An ``fmpq_poly``."""
MAX_DEGREE = 40
MAX_COEFFICIENT_BITS = 2000
X: Final = fmpq_poly([0, 1])
ONE: Final = fmpq_poly([1])


@dataclass(frozen=True, slots=True)
class Quotient:
    """``top`` over ``under``, nothing cancelled. ``holes`` is zero where the expression is undefined, at the zeros of
    ``under`` among others, and is not the zero polynomial."""

    top: Poly
    under: Poly = field(default_factory=lambda: ONE)
    holes: Poly = field(default_factory=lambda: ONE)

    @property
    def polynomial(self) -> bool:
        """Whether it is a polynomial as it stands: it is defined everywhere, also in the complex numbers."""
        return bool(self.holes.degree() == 0)

    def derivative(self) -> Quotient:
        """Return the derivative; it has the same holes."""
        top = self.top.derivative() * self.under - self.top * self.under.derivative()
        return Quotient(top, self.under * self.under, self.holes)

    def at(self, x: Fraction) -> Fraction:
        """Return the value at ``x``.

        Raises:
            Undefined: in a hole.
        """
        if worth(self.holes, x) == 0:
            raise Undefined("division by zero, or zero to a power that is not positive")
        return worth(self.top, x) / worth(self.under, x)


def worth(p: Poly, x: Fraction) -> Fraction:
    """Return the value of a polynomial at ``x``."""
    return fraction(p(flint_number(x)))


def squarefree(p: Poly) -> Poly:
    """Return the polynomial with the same complex zeros as ``p``, which is not zero, each simple."""
    return p // p.gcd(p.derivative()) if p.degree() > 0 else ONE


def quotient(expr: Expr, name: str, place: Place) -> Quotient:
    """Return ``expr`` as a quotient of polynomials in the letter ``name``; the others have their values of ``place``.

    Raises:
        Undefined: where it is undefined whatever the letter is.
        Unsupported: where it is no such quotient, or a coefficient is not known.
        OverBudget: beyond ``MAX_DEGREE`` or ``MAX_COEFFICIENT_BITS``.
    """
    place.work.spend()
    if name not in expr.free:
        found = place.number(expr)
        return Quotient(bounded(fmpq_poly([flint_number(found)]), place.work))
    if isinstance(expr, Sym):
        return Quotient(X)
    if not isinstance(expr, Node):
        raise Unsupported("no polynomial")
    if expr.head is Head.POW:
        return _power(quotient(expr.args[0], name, place), _exponent(expr.args[1], name, place), place.work)
    if expr.head is Head.DIFF:
        return derived(expr, name, place)
    if expr.head not in (Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG):
        raise Unsupported(f"{expr.head.value} of a letter is no quotient of polynomials")
    return _combined(expr.head, [quotient(arg, name, place) for arg in expr.args], place.work)


def derived(expr: Node, name: str, place: Place) -> Quotient:
    """Return a derivative by the letter ``name`` as a quotient of polynomials.

    Raises:
        NotEvaluated: as ``quotient``.
    """
    made, by, times = expr.args
    if by != Sym(name) or name in times.free:
        raise Unsupported("a derivative by another letter, or as often as a letter says")
    if (count := place.number(times)).denominator != 1 or not 1 <= count <= MAX_DEGREE:
        raise Unsupported("a derivative that is not taken 1 to 40 times")
    found = quotient(made, name, place)
    for _ in range(count.numerator):
        found = found.derivative()
        bounded(found.under, place.work)
        bounded(found.top, place.work)
    return found


def _exponent(expr: Expr, name: str, place: Place) -> int:
    if name in expr.free:
        raise Unsupported("a letter in an exponent")
    found = place.number(expr)
    if found.denominator != 1:
        raise Unsupported("a power that is not whole")
    if abs(found) > MAX_DEGREE:
        raise OverBudget(f"a power beyond {MAX_DEGREE}")
    return found.numerator


def _combined(head: Head, sides: list[Quotient], work: Work) -> Quotient:
    if head is Head.NEG:
        return Quotient(-sides[0].top, sides[0].under, sides[0].holes)
    a, b = sides
    holes = a.holes * b.holes
    match head:
        case Head.MUL:
            return _made(a.top * b.top, a.under * b.under, holes, work)
        case Head.DIV:
            _nonzero(b.top)
            return _made(a.top * b.under, a.under * b.top, holes * b.top, work)
    first, second = a.top * b.under, b.top * a.under
    return _made(first + second if head is Head.ADD else first - second, a.under * b.under, holes, work)


def _power(a: Quotient, n: int, work: Work) -> Quotient:
    """A power: 0**0 and negative powers of 0 are undefined."""
    if n > 0:
        found = a
        for _ in range(n - 1):
            found = _made(found.top * a.top, found.under * a.under, a.holes, work)
        return found
    _nonzero(a.top)
    turned = Quotient(a.under, a.top, a.holes * a.top)
    return _made(ONE, ONE, turned.holes, work) if n == 0 else _power(turned, -n, work)


def _nonzero(p: Poly) -> None:
    if p == 0:
        raise Undefined("division by zero, or zero to a power that is not positive")


def _made(top: Poly, under: Poly, holes: Poly, work: Work) -> Quotient:
    if under.degree() == 0:
        top, under = top / under[0], ONE
    return Quotient(bounded(top, work), bounded(under, work), squarefree(bounded(holes, work)))


def bounded(p: Poly, work: Work) -> Poly:
    """Return a polynomial, its size counted.

    Raises:
        OverBudget: beyond ``MAX_DEGREE`` or ``MAX_COEFFICIENT_BITS``, or the work that is left.
    """
    bits = max((int(c.p).bit_length() + int(c.q).bit_length() for c in p.coeffs()), default=0)
    if p.degree() > MAX_DEGREE or bits > MAX_COEFFICIENT_BITS:
        raise OverBudget(f"a polynomial beyond degree {MAX_DEGREE}, or coefficients of too many bits")
    work.spend((1 + max(0, p.degree())) * (1 + (bits >> 5)))
    return p
