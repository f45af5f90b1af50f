"""Polynomials over the rationals in letters and in slots: slots stand for roots, constants and other opaque quantities.

A slot may have a rule ``slot^n = polynomial``; every polynomial that comes out of a ring is reduced by all rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from verifier.checkers.functions import MAX_BITS
from verifier.kernel.verdict import CheckFailed, Reason

Poly = Any  # flint.fmpq_mpoly, which has no annotations

MAX_WORK = 2_000_000  # products of coefficient words in one ring: (x + 1)^1000000 stops here
MAX_TERMS = 5000  # most terms of a polynomial
MAX_EXPONENT = 1 << 62


class Kind(Enum):
    """What is known of a slot's value."""

    LETTER = "free"
    RADICAL = "p^(1/n) for a prime p, or i: their reduced polynomials are zero only when they look it"
    TRANSCENDENTAL = "pi or e: one of them alone is free over the radicals; of both together nothing is known"
    OPAQUE = "reduced polynomials that look different may be equal"


@dataclass(frozen=True)
class Slot:
    """A generator of the ring: its place among them, and what it stands for."""

    index: int
    kind: Kind
    on_letters: bool = False


@dataclass(frozen=True)
class Quotient:
    """A numerator and a denominator; the denominator is 1 whenever it is a rational number."""

    num: Poly
    den: Poly


def over_budget(what: str) -> CheckFailed:
    """Return the refusal of work that is too large."""
    return CheckFailed(what, Reason.OUT_OF_BUDGET)


def height(p: Poly) -> int:
    """Return the bits of the largest coefficient of ``p``."""
    most = 1
    for c in p.coeffs():  # the hottest loop of all: neither a generator nor a conversion to Python's numbers
        bits: int = c.p.bit_length() + c.q.bit_length()
        if bits > most:
            most = bits
    return most


class Ring:
    """Arithmetic with a budget, counted in coefficient words."""

    def __init__(self, letters: Iterable[str], spare: int) -> None:
        self.letters = tuple(sorted(letters))
        size = max(1, len(self.letters) + spare)
        self.ctx = fmpq_mpoly_ctx.get([f"x{i}" for i in range(size)], Ordering.lex)
        self.gens = self.ctx.gens()
        self.one, self.zero = self.constant(Fraction(1)), self.constant(Fraction(0))
        self.slots: dict[Any, Slot] = {x: Slot(i, Kind.LETTER, True) for i, x in enumerate(self.letters)}
        self._by_index = {slot.index: slot for slot in self.slots.values()}
        self.named = {x: slot.index for x, slot in self.slots.items()}  # what proofs may name: letters, and "#3" a root
        self.rules: dict[int, tuple[int, Poly]] = {}
        self.work = 0  # done so far, of MAX_WORK

    def constant(self, x: Fraction) -> Poly:
        """Return ``x`` as a polynomial."""
        return self.ctx.constant(fmpq(x.numerator, x.denominator))

    def gen(self, key: Any) -> Poly:
        """Return the letter or slot called ``key``. Raises: KeyError."""
        return self.gens[self.slots[key].index]

    def slot(self, key: Any, kind: Kind, rule: tuple[int, Poly] | None = None, inner: Poly = None) -> Poly:
        """Return the slot called ``key``, made from ``inner`` now if it is new. Raises: CheckFailed(OUT_OF_BUDGET)."""
        if key not in self.slots:
            index = len(self.slots)
            if index >= len(self.gens):
                raise over_budget("more roots and constants than the claim may have")
            used = [] if inner is None else self.used(inner)
            self.slots[key] = Slot(index, kind, any(s.on_letters for s in used))
            self._by_index[index] = self.slots[key]
            if kind is Kind.RADICAL:
                self.named[f"#{index}"] = index
            if rule is not None:
                self.rules[index] = rule
        return self.gen(key)

    def used(self, p: Poly) -> list[Slot]:
        """Return the letters and slots that occur in ``p``."""
        return [self._by_index[i] for i, degree in enumerate(p.degrees()) if degree > 0 and i in self._by_index]

    def multiply(self, a: Poly, b: Poly) -> Poly:
        """Return the reduced product. Raises: CheckFailed(OUT_OF_BUDGET)."""
        bits = height(a) + height(b)
        self.work += len(a) * len(b) * (1 + bits // 64)
        if bits > MAX_BITS or self.work > MAX_WORK:
            raise over_budget("expanding the claim takes more work than the budget allows")
        return self.reduced(a * b)

    def add(self, a: Poly, b: Poly) -> Poly:
        """Return the sum. Raises: CheckFailed(OUT_OF_BUDGET)."""
        self.work += len(a) + len(b)
        if len(a) + len(b) > MAX_TERMS or self.work > MAX_WORK or height(a) + height(b) > MAX_BITS:
            raise over_budget("expanding the claim takes more work than the budget allows")
        return a + b

    def power(self, base: Poly, n: int) -> Poly:
        """Return ``base**n`` for a natural ``n``. Raises: CheckFailed(OUT_OF_BUDGET)."""
        if n > MAX_EXPONENT:
            raise over_budget("an exponent of more than 62 bits")
        result, square = self.one, base
        while n:
            result = self.multiply(result, square) if n & 1 else result
            n >>= 1
            square = self.multiply(square, square) if n else square
        return result

    def reduced(self, p: Poly) -> Poly:
        """Return ``p`` with every rule applied. Raises: CheckFailed(OUT_OF_BUDGET)."""
        for index in (
            sorted(self.rules, reverse=True) if self.rules else ()
        ):  # a rule speaks only of slots made before it
            n, becomes = self.rules[index]
            while p.degrees()[index] >= n:
                p = self._rewritten(p, index, n, becomes)
        return p

    def _rewritten(self, p: Poly, index: int, n: int, becomes: Poly) -> Poly:
        self.work += 100 * len(p)  # taking monomials apart one by one costs more than multiplying them
        parts: dict[int, dict[tuple[int, ...], Any]] = {}
        for monomial, coefficient in p.to_dict().items():
            times, left = divmod(monomial[index], n)
            key = (*monomial[:index], left, *monomial[index + 1 :])
            parts.setdefault(times, {})[key] = coefficient
        total = self.zero
        for times in sorted(parts):
            part = self.ctx.from_dict(parts[times])
            total = self.add(total, self.multiply(part, self.power(becomes, times)) if times else part)
        return total

    def quotient(self, num: Poly, den: Poly) -> Quotient:
        """Return ``num / den``, with denominator 1 where ``den`` is rational. Raises: CheckFailed(SIDE_CONDITION)."""
        if den is self.one:
            return Quotient(num, den)
        if den.is_zero():
            raise CheckFailed("a divisor is zero", Reason.SIDE_CONDITION)
        if den.is_constant():
            return Quotient(num / den.leading_coefficient(), self.one)
        return Quotient(num, den)

    def plus(self, a: Quotient, b: Quotient) -> Quotient:
        """Return the sum. Raises: CheckFailed(OUT_OF_BUDGET)."""
        if a.den is b.den or a.den == b.den:
            return Quotient(self.add(a.num, b.num), a.den)
        num = self.add(self.multiply(a.num, b.den), self.multiply(b.num, a.den))
        return self.quotient(num, self.multiply(a.den, b.den))

    def minus(self, a: Quotient, b: Quotient) -> Quotient:
        """Return the difference. Raises: CheckFailed(OUT_OF_BUDGET)."""
        return self.plus(a, Quotient(-b.num, b.den))

    def times(self, a: Quotient, b: Quotient) -> Quotient:
        """Return the product. Raises: CheckFailed(OUT_OF_BUDGET)."""
        whole = a.den is self.one and b.den is self.one
        return self.quotient(self.multiply(a.num, b.num), self.one if whole else self.multiply(a.den, b.den))
