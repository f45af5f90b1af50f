"""Equality of closed algebraic numbers, decided: a number smaller than its separation bound is zero.

After Burnikel, Funke, Mehlhorn, Schirra and Schmitt (BFMSS, 2001), in the form for quotients: a term of whole numbers,
``+ - * /``, roots and sines and cosines of rational multiples of pi is a quotient U / L of algebraic integers. With
all conjugates of U at most 2^u, of L at most 2^l, and D the degree of a field that holds them, U / L is zero or
``|U / L| >= 2^-((D - 1) u + l)``. A root adjoins one root, for ``root(U / L) = root(U L^(k-1)) / L``; all sines and
cosines together adjoin one root of unity.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint

from verifier.checkers.enclosure import Doubtful, enclose, exactly, sign
from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Const, Dec, Expr, ExprTooLarge, Head, Int, Node, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MAX_BITS = 30_000  # most bits of a bound that is put to the test
MAX_NODES = 400  # largest term, in nodes
_ANGLES = frozenset({Head.SIN, Head.COS, Head.TAN})

Bits = tuple[int, int]  # u and l: conjugates of the numerator are at most 2^u, of the denominator at most 2^l


def vanishes(left: Expr, right: Expr) -> dict[str, Any]:
    """Return how it was shown that two closed terms are equal. Raises: CheckFailed when they are not sure to be."""
    parts = [part for side in (left, right) for part in walk_expr(side)]
    if len(parts) >= MAX_NODES or any(isinstance(part, Dec) for part in parts):
        raise CheckFailed("no separation bound of a large term or one with decimals", Reason.OUT_OF_SCOPE)
    try:
        term = node(Head.SUB, left, right)
    except ExprTooLarge as error:
        raise CheckFailed(str(error), Reason.OUT_OF_BUDGET) from error
    field_ = _Field()
    u, low = field_.bits(term)
    needed = (field_.degree - 1) * u + low + 1
    if needed > MAX_BITS:
        raise CheckFailed(f"a separation bound of {needed} bits", Reason.OUT_OF_BUDGET)
    with flint.ctx.workprec(2 * needed + 200):
        try:
            ball = abs(enclose(term, frozenset()))
        except Doubtful as error:
            raise CheckFailed(str(error), Reason.SIDE_CONDITION) from error
        if not ball < flint.arb(2) ** (-needed):
            raise CheckFailed("the sides are not sure to be equal")
    return {"separation_bits": needed, "degree": field_.degree}


@dataclass(slots=True)
class _Field:
    """The field that a term lives in, as far as it was met: its roots, and the order of its root of unity."""

    roots: dict[tuple[int, Expr], None] = field(default_factory=dict)
    order: int = 1

    @property
    def degree(self) -> int:
        """At least the degree over the rationals."""
        return math.prod(index for index, _ in self.roots) * _totient(self.order)

    def bits(self, term: Expr) -> Bits:
        """Return the bounds of ``term``, and take in what it adjoins. Raises: CheckFailed on what is not algebraic."""
        match term:
            case Int(n):
                return n.bit_length(), 0
            case Node(Head.ADD | Head.SUB, (a, b)):
                (u, low), (v, down) = self.bits(a), self.bits(b)
                return max(u + down, v + low) + 1, low + down
            case Node(Head.MUL, (a, b)):
                (u, low), (v, down) = self.bits(a), self.bits(b)
                return u + v, low + down
            case Node(Head.DIV, (a, b)):
                (u, low), (v, down) = self.bits(a), self.bits(b)
                return u + down, low + v
            case Node(Head.NEG | Head.ABS as op, (a,)):
                if op is Head.ABS and sign(a) is None:
                    raise CheckFailed("an absolute value of what may be zero", Reason.OUT_OF_SCOPE)
                return self.bits(a)
            case Node(Head.SQRT, (a,)):
                return self.root(2, a)
            case Node(Head.ROOT, (a, index)):
                return self.root(_small(index), a)
            case Node(Head.POW, (a, exponent)):
                return self.power(a, exactly(exponent))
            case Node(op, (angle,)) if op in _ANGLES:
                self.order = math.lcm(self.order, 4, 2 * _turns(angle).denominator)
                return 1, 1  # (z + 1/z) / 2 and (z - 1/z) / 2i with a root of unity z; a tangent is their quotient
        number = exactly(term)
        if number is None:
            raise CheckFailed("no separation bound of this kind of term", Reason.OUT_OF_SCOPE)
        return number.numerator.bit_length(), number.denominator.bit_length()

    def root(self, index: int, radicand: Expr) -> Bits:
        self.roots[index, radicand] = None
        u, low = self.bits(radicand)
        return -(-(u + (index - 1) * low) // index), low

    def power(self, base: Expr, exponent: Fraction | None) -> Bits:
        if exponent is None or exponent.denominator > 24 or abs(exponent.numerator) > MAX_BITS:
            raise CheckFailed("no separation bound of this power", Reason.OUT_OF_SCOPE)
        u, low = self.bits(base) if exponent.denominator == 1 else self.root(exponent.denominator, base)
        n = abs(exponent.numerator)
        return (u * n, low * n) if exponent > 0 else (low * n, u * n)


def _small(index: Expr) -> int:
    found = exactly(index)
    if found is None or found.denominator != 1 or not 2 <= found <= 24:
        raise CheckFailed("a root whose index is not a whole number from 2 to 24", Reason.OUT_OF_SCOPE)
    return found.numerator


def _turns(angle: Expr) -> Fraction:
    """The rational number q of an angle q * pi: pi occurs linearly, so two values of it tell."""
    found = [_with_pi(angle, Int(n)) for n in (1, 2, 3)]
    values: list[Fraction] = []
    for term in found:
        try:
            values.append(value(term, {}))
        except NotEvaluated as error:
            raise CheckFailed("an angle that is no rational multiple of pi", Reason.OUT_OF_SCOPE) from error
    if not (values[1] == 2 * values[0] and values[2] == 3 * values[0] and _linear(angle)):
        raise CheckFailed("an angle that is no rational multiple of pi", Reason.OUT_OF_SCOPE)
    return values[0]


def _with_pi(term: Expr, pi: Expr) -> Expr:
    if term == Const("pi"):
        return pi
    return Node(term.head, tuple(_with_pi(arg, pi) for arg in term.args)) if isinstance(term, Node) else term


def _linear(term: Expr) -> bool:
    """Whether pi stands under sums, products with numbers and quotients by numbers alone."""
    if not any(inner == Const("pi") for inner in walk_expr(term)) or not isinstance(term, Node):
        return True
    free = [_has_no_pi(arg) for arg in term.args]
    allowed = {
        Head.ADD: True,
        Head.SUB: True,
        Head.NEG: True,
        Head.MUL: any(free),
        Head.DIV: free[-1],
    }
    return allowed.get(term.head, False) and all(map(_linear, term.args))


def _has_no_pi(term: Expr) -> bool:
    return all(inner != Const("pi") for inner in walk_expr(term))


def _totient(n: int) -> int:
    found, rest, p = n, n, 2
    while p * p <= rest:
        if rest % p == 0:
            found -= found // p
            while rest % p == 0:
                rest //= p
        p += 1
    return found - found // rest if rest > 1 else found
