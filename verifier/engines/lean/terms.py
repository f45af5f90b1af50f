"""Terms as Lean text over one type, with the conditions under which they mean what they mean in mathematics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.engines.symbolic.spelling import spelled as show
from verifier.kernel.evaluate import NotEvaluated, value
from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term, letters

MAX_EXPONENT = 4096
MAX_BITS_OF_POWER = 16_384
MAX_DEGREE = 12
"""Largest exponent of a base with letters."""

MAX_COUNT = 300
"""Largest argument of a factorial or a binomial."""

INFIX = {Op.ADD: "+", Op.SUB: "-", Op.MUL: "*"}


class NotRenderable(Exception):
    """A claim has no faithful statement here; ``str`` says why."""


@dataclass(frozen=True, slots=True)
class Defined:
    """A condition under which a term is defined: as Lean text, and as people read it."""

    text: str
    shown: str
    has_letters: bool
    is_root: bool = False


class Writer:
    """Writes terms over ``type`` and collects in ``defined`` and ``roots`` what they need, innermost first."""

    def __init__(
        self, type: str, names: Mapping[str, str], *, absolute: bool = False, roots_of_letters: bool = True
    ) -> None:
        self._type, self._names, self._absolute, self._roots_of_letters = type, names, absolute, roots_of_letters
        self.defined: list[Defined] = []
        self.roots: list[Term] = []

    def text(self, term: Term) -> str:
        """Return ``term``, fully bracketed, every numeral with its type. Fails: NotRenderable."""
        match term:
            case Int(n):
                return f"({n} : {self._type})"
            case Dec(digits, places):
                return f"(({digits} : {self._type}) / ({10**places} : {self._type}))"
            case Sym(name):
                return self._names[name]
            case Const(name):
                raise NotRenderable(f"{name} is not rational")
        return self._application(term)

    def _application(self, term: App) -> str:
        match term.op, term.args:
            case (Op.ADD | Op.SUB | Op.MUL) as op, (a, b):
                return f"({self.text(a)} {INFIX[op]} {self.text(b)})"
            case Op.DIV, (a, b):
                top, bottom = self.text(a), self.text(b)
                self._nonzero(b, bottom)
                return f"({top} / {bottom})"
            case Op.NEG, (a,):
                return f"(-{self.text(a)})"
            case Op.PERCENT, (a,):
                return f"({self.text(a)} / (100 : {self._type}))"
            case Op.POW, (a, b):
                return self._power(a, b)
            case Op.SQRT, (a,):
                return self._root(term, 2, a)
            case Op.ROOT, (n, a):
                return self._root(term, _natural(n, 64), a)
            case Op.ABS, (a,) if self._absolute:
                return f"(Verifier.absolute {self.text(a)})"
            case Op.FACT, (n,):
                return f"((Verifier.factorial {_natural(n, MAX_COUNT)} : Nat) : {self._rational(term)})"
            case Op.BINOM, (n, k):
                counts = f"{_natural(n, MAX_COUNT)} {_natural(k, MAX_COUNT)}"
                return f"((Verifier.choose {counts} : Nat) : {self._rational(term)})"
        raise NotRenderable(f"{term.op} of {show(term)[:40]} has no statement here")

    def _rational(self, term: Term) -> str:
        if self._type != "Rat":  # an abstract field has no cast that the portfolio's tactics compute with
            raise NotRenderable(f"{show(term)[:40]} beside letters has no statement here")
        return self._type

    def _nonzero(self, term: Term, text: str) -> None:
        if isinstance(term, Int | Dec) and _numeral(term):
            return  # a positive numeral is not zero in characteristic zero
        condition = f"({text} ≠ (0 : {self._type}))"
        self._need(Defined(condition, f"{show(term)} ≠ 0", bool(letters(term))))

    def _need(self, condition: Defined) -> None:
        if condition not in self.defined:
            self.defined.append(condition)

    def _power(self, base: Term, exponent: Term) -> str:
        """Exponents are closed: the kernel's evaluator says which whole number they are."""
        n, text = _whole(exponent), self.text(base)
        _bounded_power(base, n)
        if n <= 0:
            self._nonzero(base, text)  # 0^0 means nothing, as in the kernel
        raised = f"({text} ^ ({abs(n)} : Nat))"
        return raised if n >= 0 else f"((1 : {self._type}) / {raised})"

    def _root(self, root: Term, index: int, radicand: Term) -> str:
        """The principal root is a value of its own: not negative, and its power is the radicand."""
        if index < 2:
            raise NotRenderable("a root whose index is less than two")
        if root in self.roots:
            return f"s{self.roots.index(root)}"
        if not self._roots_of_letters:
            raise NotRenderable(f"{show(root)[:40]} beside letters that need not be real")
        inside = self.text(radicand)
        name = f"s{len(self.roots)}"
        self.roots.append(root)
        zero, power = f"((0 : {self._type}) ≤ {name})", f"({name} ^ ({index} : Nat) = {inside})"
        self._need(Defined(f"({zero} ∧ {power})", f"{show(radicand)} ≥ 0", bool(letters(radicand)), True))
        return name


def _numeral(term: Int | Dec) -> int:
    return term.value if isinstance(term, Int) else term.digits


def _whole(term: Term) -> int:
    try:
        found = value(term, {})
    except NotEvaluated as error:
        raise NotRenderable(f"the exponent {show(term)[:40]} has no value: {error}") from error
    if found.denominator != 1 or abs(found) > MAX_EXPONENT:
        raise NotRenderable(f"the exponent {show(term)[:40]} is not a small whole number")
    return found.numerator


def _bounded_power(base: Term, n: int) -> None:
    try:
        found = value(base, {})
    except NotEvaluated:
        if abs(n) > MAX_DEGREE:  # Lean's work on an expanded power is not all counted by its heartbeats
            raise NotRenderable(f"the power {n} of {show(base)[:40]} is too high") from None
        return
    if (found.numerator.bit_length() + found.denominator.bit_length()) * abs(n) > MAX_BITS_OF_POWER:
        raise NotRenderable(f"{show(base)[:40]} to the power {n} is too large")


def _natural(term: Term, most: int) -> int:
    found = _whole(term)
    if not 0 <= found <= most:
        raise NotRenderable(f"{show(term)[:40]} is not a natural number up to {most}")
    return found
