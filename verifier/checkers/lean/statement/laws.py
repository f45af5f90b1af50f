"""Powers with letters in the exponent, logarithms, sine and cosine: functions of which only laws are stated (trusted).

A power of a positive rational number is written by a function ``p`` of a natural base and an exponent, a logarithm by a
function ``l`` of a natural number. The statement speaks of every ``p`` and ``l`` that obey the laws below; the powers
``exp(y log a)`` and the natural logarithm do, over the real and over the complex numbers, so it holds of them.
Of the logarithm ``lg`` of what has letters only that it is the exponent, and nothing of where it exists, ``ld``: that
is assumed, or comes with a premise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.spelling import spelled as show
from verifier.kernel.expr import Const, Expr, Head

MAX_BASE = 1_000_000
"""Largest natural base, and largest number under a logarithm: it is split into primes by trial."""


class NotRenderable(Exception):
    """A claim has no faithful statement here; ``str`` says why."""


@dataclass(slots=True)
class Laws:
    """What was written by the functions: ``powers`` are (natural base, exponent, its text), ``logs`` whole numbers,
    ``of_letters`` whether the logarithm of what has letters is taken, ``angles`` those whose sine or cosine is taken,
    with their texts."""

    powers: list[tuple[int, Expr, str]] = field(default_factory=list)
    logs: list[int] = field(default_factory=list)
    angles: list[tuple[Expr, str]] = field(default_factory=list)
    of_letters: bool = False

    def power(self, base: Expr, exponent: Expr, text: str) -> str:
        """Return ``base ^ exponent`` as text, the exponent's ``text`` being known. Raises: NotRenderable."""
        x = _positive(base)
        top = self._power(x.numerator, exponent, text)
        return top if x.denominator == 1 else f"({top} / {self._power(x.denominator, exponent, text)})"

    def _power(self, base: int, exponent: Expr, text: str) -> str:
        if (found := (base, exponent, text)) not in self.powers:
            self.powers.append(found)
        return f"(p ({base} : Nat) {text})"

    def logarithm(self, of: Expr, type_: str) -> str:
        """Return the natural logarithm of e or of a positive rational number as text. Raises: NotRenderable."""
        return f"(1 : {type_})" if of == Const("e") else self._difference(_positive(of))

    def base(self, base: Expr) -> str:
        """Return the natural logarithm of a base other than e as text. Raises: NotRenderable.

        The base is a natural number from 2 on, or the reciprocal of one: so nothing is divided by zero.
        """
        b = _positive(base)
        if b == 1 or 1 not in (b.numerator, b.denominator):
            raise NotRenderable(f"a logarithm to the base {show(base)[:40]} has no statement here")
        return self._difference(b)

    def _difference(self, x: Fraction) -> str:
        self.logs += [n for n in (x.numerator, x.denominator) if n not in self.logs]
        top, bottom = (f"(l ({n} : Nat))" for n in (x.numerator, x.denominator))
        return top if x.denominator == 1 else f"({top} - {bottom})"

    def wave(self, op: Head, angle: Expr, text: str) -> str:
        """Return the sine or cosine of an angle as text, the angle's ``text`` being known."""
        if (angle, text) not in self.angles:
            self.angles.append((angle, text))
        return f"({'sn' if op is Head.SIN else 'cs'} {text})"

    def primes(self) -> list[int]:
        """Return the primes in the bases of powers, and 1 where it is one."""
        return sorted({q for base, *_ in self.powers for q in factors(base) or [1]})

    def stated(self, type_: str, ordered: bool, pi: bool) -> list[tuple[str, str]]:
        """Return, with the name that introduces it, each part of the head that binds the functions; ``pi`` says whether
        there is that number."""
        waves = of_angles(type_, pi, ordered) if self.angles else ()
        return [*self._of_powers(type_, ordered), *self._of_logs(type_), *waves]

    def _of_powers(self, type_: str, ordered: bool) -> Iterator[tuple[str, str]]:
        if not self.powers:
            return
        product = "(p (a * b) y) = ((p a y) * (p b y))"
        yield "p", f"∀ p : Nat → {type_} → {type_}, "
        yield "pm", f"(∀ (a b : Nat) (y : {type_}), 0 < a → 0 < b → {product}) → "
        yield "pa", f"(∀ (a : Nat) (y z : {type_}), 0 < a → (p a (y + z)) = ((p a y) * (p a z))) → "
        if ordered:
            yield "pp", f"(∀ (a : Nat) (y : {type_}), 0 < a → (0 : {type_}) < (p a y)) → "
        for n in sorted({*self.primes(), *(base for base, *_ in self.powers)}):
            yield f"o{n}", f"((p ({n} : Nat) (1 : {type_})) = ({n} : {type_})) → "

    def _of_logs(self, type_: str) -> Iterator[tuple[str, str]]:
        if self.of_letters:
            yield "lg", f"∀ lg : {type_} → {type_}, "
            yield "ld", f"∀ ld : {type_} → Prop, "
        if self.logs:
            yield "l", f"∀ l : Nat → {type_}, "
            yield "lm", "(∀ a b : Nat, 0 < a → 0 < b → (l (a * b)) = ((l a) + (l b))) → "
            yield "ln", f"(∀ a : Nat, 1 < a → (l a) ≠ (0 : {type_})) → "
        if self.of_letters and self.logs and self.powers:
            power = "(p a ((lg y) / (l a)))"
            yield "lp", f"(∀ (a : Nat) (y : {type_}), 1 < a → ld y → {power} = y) → "


def _positive(term: Expr) -> Fraction:
    try:
        found = value(term, {})
    except NotEvaluated as error:
        raise NotRenderable(f"{show(term)[:40]} under a power or logarithm has no value: {error}") from error
    if not 0 < found.numerator <= MAX_BASE or found.denominator > MAX_BASE:
        raise NotRenderable(f"{show(term)[:40]} under a power or logarithm is not a small positive number")
    return found


def factors(n: int) -> list[int]:
    """Return the primes whose product is ``n``, in order."""
    found, q = [], 2
    while q * q <= n:
        while n % q == 0:
            found.append(q)
            n //= q
        q += 1
    return [*found, n] if n > 1 else found


ANGLE_LAWS: Final = ("vq", "vs", "vc", "vn", "vm", "vp")
"""The names of the laws about every angle."""


def of_angles(type_: str, pi: bool, ordered: bool) -> Iterator[tuple[str, str]]:
    """Yield, with the name that introduces it, each part of the head that binds sine and cosine; ``pi`` and ``ordered``
    say whether there is that number, and an order."""
    yield "sn", f"∀ sn : {type_} → {type_}, "
    yield "cs", f"∀ cs : {type_} → {type_}, "
    one, zero = f"(1 : {type_})", f"(0 : {type_})"
    yield "vq", f"(∀ y : {type_}, (((sn y) ^ (2 : Nat)) + ((cs y) ^ (2 : Nat))) = {one}) → "
    yield "vs", f"(∀ y z : {type_}, (sn (y + z)) = (((sn y) * (cs z)) + ((cs y) * (sn z)))) → "
    yield "vc", f"(∀ y z : {type_}, (cs (y + z)) = (((cs y) * (cs z)) - ((sn y) * (sn z)))) → "
    yield "vn", f"(∀ y : {type_}, (sn (-y)) = (-(sn y))) → "
    yield "vm", f"(∀ y : {type_}, (cs (-y)) = (cs y)) → "
    yield "v0", f"((sn {zero}) = {zero}) → "
    yield "v1", f"((cs {zero}) = {one}) → "
    if pi:
        half = f"(pi / (2 : {type_}))"
        yield "vr", f"((sn {half}) = {one}) → "
        yield "vt", f"((cs {half}) = {zero}) → "
        if ordered:
            yield "vp", f"(∀ y : {type_}, {zero} < y → y < {half} → (({zero} < (sn y)) ∧ ({zero} < (cs y)))) → "
