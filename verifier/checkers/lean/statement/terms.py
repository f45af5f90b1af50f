"""Terms as Lean text over one type, with the conditions under which they mean what they mean in mathematics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from verifier.checkers.enclosure import sign
from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.statement.laws import Laws, NotRenderable
from verifier.checkers.spelling import spelled as show
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Text, conditions

MAX_EXPONENT = 4096
MAX_BITS_OF_POWER = 16_384
MAX_DEGREE = 12
"""Largest exponent of a sum with letters: Lean's work on an expanded power is not all counted by its heartbeats."""

MAX_DEGREE_OF_ATOM = 300
"""Largest exponent of a single letter, constant or root: nothing is expanded there."""

MAX_COUNT = 300
"""Largest argument of a factorial or a binomial."""

INFIX = {Head.ADD: "+", Head.SUB: "-", Head.MUL: "*"}
MAX_REPEATED = 2000
"""Longest text, in characters, of what stands in a statement more than once."""

OF_RATIONALS = {
    Head.FLOOR: "((Rat.floor {0} : Int) : Rat)",
    Head.CEIL: "((Rat.ceil {0} : Int) : Rat)",
    Head.MIN: "(if {0} ≤ {1} then {0} else {1})",
    Head.MAX: "(if {0} ≤ {1} then {1} else {0})",
    Head.MOD: "({0} - ({1} * ((Rat.floor ({0} / {1}) : Int) : Rat)))",
    Head.GCD: "((Int.gcd ({0}).num ({1}).num : Nat) : Rat)",
    Head.LCM: "((Int.lcm ({0}).num ({1}).num : Nat) : Rat)",
    Head.INVERSE_MOD: "((Verifier.inverseMod ({0}).num ({1}).num.toNat : Nat) : Rat)",
}
"""What is written so where Lean computes, and has no statement elsewhere."""

BOUNDS = {"pi": (31415926535, 31415926536), "e": (27182818284, 27182818285)}
"""Between which two numbers a constant lies, in units of 10^-10."""


class Numbers(Enum):
    """The type of a statement's numbers: its name in Lean, and whether it has an order."""

    RATIONAL = ("Rat", True)
    ORDERED = ("K", True)
    FIELD = ("K", False)

    @property
    def type(self) -> str:
        """The type in Lean."""
        return self.value[0]

    @property
    def ordered(self) -> bool:
        """Whether there is an order."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Defined:
    """A condition under which a term is defined, as Lean text and as people read it; or what a ``name`` stands for."""

    text: str
    shown: str
    has_letters: bool
    name: str = ""


@dataclass(slots=True)
class Writer:
    """Writes terms over ``numbers`` and collects what they need in ``defined``, innermost first.

    Roots, absolute values and constants become names of their own: ``roots`` are called ``s0``, ``s1``, ...
    ``branches`` are the indices n of functions ``rn`` that take n-th roots of letters that need not be real,
    and ``taken`` says which they took, as (index, radicand, its text).
    ``laws`` holds what is written as a function of which only laws are known: powers ``p``, logarithms ``l``, sines
    ``sn`` and cosines ``cs``.
    """

    numbers: Numbers
    names: Mapping[str, str]
    roots_of_letters: bool = True
    defined: list[Defined] = field(default_factory=list)
    roots: list[Node] = field(default_factory=list)
    bound: list[str] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)
    taken: list[tuple[int, Expr, str]] = field(default_factory=list)
    laws: Laws = field(default_factory=Laws)

    @property
    def type(self) -> str:
        """The name of the type in Lean."""
        return self.numbers.type

    def text(self, term: Expr) -> str:
        """Return ``term``, fully bracketed, every numeral with its type. Raises: NotRenderable."""
        match term:
            case Int(n):
                return f"({n} : {self.type})"
            case Dec(digits, places):
                return f"(({digits} : {self.type}) / ({10**places} : {self.type}))"
            case Sym(name):
                return self.names[name]
            case Const(name):
                return self._constant(name)
            case Text():
                raise NotRenderable("digits in quotation marks have no statement here")
        return self._application(term)

    def fraction(self, x: Fraction) -> str:
        """Return a positive rational number as text."""
        return f"(({x.numerator} : {self.type}) / ({x.denominator} : {self.type}))"

    def _application(self, term: Node) -> str:
        match term.head, term.args:
            case (Head.ADD | Head.SUB | Head.MUL) as op, (a, b):
                return f"({self.text(a)} {INFIX[op]} {self.text(b)})"
            case Head.DIV, (a, b):
                top, bottom = self.text(a), self.text(b)
                self._nonzero(b, bottom)
                return f"({top} / {bottom})"
            case Head.NEG, (a,):
                return f"(-{self.text(a)})"
            case Head.PERCENT, (a,):
                return f"({self.text(a)} / (100 : {self.type}))"
            case Head.POW, (a, b):
                return self._exponential(a, b) if b.free else self._power(a, b)
            case Head.LOG, (a, b):
                self._lawful(term)
                return self._logarithm(b, a)
            case ((Head.SIN | Head.COS | Head.TAN), (a,)):
                return self._wave(term, a)
            case Head.SQRT, (a,):
                return self._root(2, a)
            case Head.ROOT, (a, n):
                return self._root(_natural(n, 64), a)
            case Head.ABS, (a,):
                return self._absolute(a)
            case Head.FACTORIAL, (n,):
                return self._count(term, f"Verifier.factorial {_natural(n, MAX_COUNT)}")
            case Head.BINOMIAL, (n, k):
                return self._count(term, f"Verifier.choose {_natural(n, MAX_COUNT)} {_natural(k, MAX_COUNT)}")
            case Head.INVERSE_MOD, _ if not term.free and self.numbers is not Numbers.RATIONAL:
                return self._value(term)
            case op, _ if op in OF_RATIONALS and self.numbers is Numbers.RATIONAL:
                return self._of_rationals(term)
        raise NotRenderable(f"{term.head} of {show(term)[:40]} has no statement here")

    def _of_rationals(self, term: Node) -> str:
        """What Lean computes of rational numbers, under the conditions of the function."""
        args = [self.text(arg) for arg in term.args]
        if sum(map(len, args)) > MAX_REPEATED:
            raise NotRenderable(f"{term.head} of too much: some of them say twice what they are of")
        if term.head is Head.INVERSE_MOD:
            _natural(term.args[1], MAX_COUNT)  # Lean looks for it among so many numbers
        for one in conditions(term):
            self._need(Defined(self._condition(one), "", False))
        return OF_RATIONALS[term.head].format(*args)

    def _condition(self, formula: Expr) -> str:
        """A condition of a function of rational numbers: that one is whole, at least another one, or equal to it."""
        match formula:
            case Node(Head.IS_INT, (x,)):
                return f"({self.text(x)}.den = 1)"
            case Node(Head.GE, (x, least)):
                return f"({self.text(least)} ≤ {self.text(x)})"
            case Node(Head.EQ, (x, y)):
                return f"({self.text(x)} = {self.text(y)})"
        raise NotRenderable("a condition that has no statement here")

    def _lawful(self, term: Expr) -> None:
        """Functions of which only laws are known are spoken of for all such functions, so not at a point."""
        if self.numbers is Numbers.RATIONAL:
            raise NotRenderable(f"{show(term)[:40]} need not be rational")

    def _exponential(self, base: Expr, exponent: Expr) -> str:
        self._lawful(Node(Head.POW, (base, exponent)))
        return self.laws.power(base, exponent, self.text(exponent))

    def _logarithm(self, base: Expr, of: Expr) -> str:
        top = self._logarithm_of_letters(of) if of.free else self.laws.logarithm(of, self.type)
        if base == Const("e"):
            return top
        bottom = self._logarithm_of_letters(base, ", ≠ 1") if base.free else self.laws.base(base)
        return f"({top} / {bottom})"

    def _logarithm_of_letters(self, of: Expr, more: str = "") -> str:
        """Where it exists is not said, so that it is nowhere shown; a base has ``more`` conditions: not zero here."""
        text = self.text(of)
        self.laws.of_letters = True
        exists = f"((ld {text}) ∧ ((lg {text}) ≠ (0 : {self.type})))" if more else f"(ld {text})"
        self._need(Defined(exists, f"{show(of)} > 0{more}", True))
        return f"(lg {text})"

    def _wave(self, term: Node, angle: Expr) -> str:
        self._lawful(term)
        text = self.text(angle)
        if term.head is not Head.TAN:
            return self.laws.wave(term.head, angle, text)
        sine, cosine = self.laws.wave(Head.SIN, angle, text), self.laws.wave(Head.COS, angle, text)
        self._nonzero(Node(Head.COS, (angle,)), cosine)
        return f"({sine} / {cosine})"

    def _count(self, term: Node, call: str) -> str:
        """A count is a definition of ours where Lean computes, and its value where it stands beside letters."""
        if self.numbers is Numbers.RATIONAL:
            return f"(({call} : Nat) : Rat)"
        return self._value(term)

    def _value(self, term: Node) -> str:
        try:
            return f"({value(term, {})} : {self.type})"
        except NotEvaluated as error:
            raise NotRenderable(f"{term.head} without a value: {error}") from error

    def _constant(self, name: str) -> str:
        """A constant is any number that shares the properties stated of it: what holds of all those holds of it."""
        if self.numbers is Numbers.RATIONAL or (name == "i" and self.numbers.ordered):
            raise NotRenderable(f"{name} is not a number of this kind")
        if name not in self.bound:
            self.bound.append(name)
            self._need(Defined(self._property(name), "", False, name))
        return name

    def _property(self, name: str) -> str:
        if name == "i":
            return f"(i ^ (2 : Nat) = (-(1 : {self.type})))"
        if not self.numbers.ordered:
            return f"({name} ≠ (0 : {self.type}))"
        low, high = (f"(({bound} : {self.type}) / ({10**10} : {self.type}))" for bound in BOUNDS[name])
        return f"(({low} < {name}) ∧ ({name} < {high}))"

    def _absolute(self, inner: Expr) -> str:
        text = self.text(inner)
        if self.numbers is Numbers.RATIONAL:
            return f"(Verifier.absolute {text})"
        if not self.numbers.ordered:
            raise NotRenderable(f"the absolute value of {show(inner)[:40]}, which need not be real")
        zero = f"(0 : {self.type})"
        for known in self.defined:
            if known.name.startswith("m") and known.shown == text:
                return known.name
        name = f"m{len(self.bound)}"
        self.bound.append(name)
        meaning = f"((({zero} ≤ {text}) ∧ ({name} = {text})) ∨ (({text} < {zero}) ∧ ({name} = (-{text}))))"
        self._need(Defined(meaning, text, bool(inner.free), name))
        return name

    def _nonzero(self, term: Expr, text: str) -> None:
        if isinstance(term, Int | Dec) and _numeral(term):
            return  # a positive numeral is not zero in characteristic zero
        condition = f"({text} ≠ (0 : {self.type}))"
        self._need(Defined(condition, f"{show(term)} ≠ 0", bool(term.free)))

    def _need(self, condition: Defined) -> None:
        if condition not in self.defined:
            self.defined.append(condition)

    def _power(self, base: Expr, exponent: Expr) -> str:
        """Exponents are closed: the kernel's evaluator says which number. A broken one is a power of a root."""
        found = _exponent(exponent)
        n = found.numerator
        text = self.text(base) if found.denominator == 1 else self._root(found.denominator, base)
        _bounded_power(base, n, found.denominator > 1)
        if n <= 0:
            self._nonzero(base, text)  # 0^0 means nothing, as in the kernel
        raised = f"({text} ^ ({abs(n)} : Nat))"
        return raised if n >= 0 else f"((1 : {self.type}) / {raised})"

    def _root(self, index: int, radicand: Expr) -> str:
        """The principal root is a value of its own: not negative, and its power is the radicand.

        Without an order only the latter is said. Of a closed radicand it is looked up that the root is real, since what
        is said of a number that does not exist says nothing.
        """
        if not 2 <= index <= 64:
            raise NotRenderable("a root whose index is not a number from 2 to 64")
        root = Node(Head.ROOT, (radicand, Int(index)))
        if root in self.roots:
            return f"s{self.roots.index(root)}"
        if radicand.free and self.numbers is Numbers.FIELD:
            return self._branch(index, radicand)
        if radicand.free and not (self.roots_of_letters and self.numbers.ordered):
            raise NotRenderable(f"{show(root)[:40]} with variables that may not be real")
        if self.numbers is not Numbers.RATIONAL and not radicand.free and not _is_real(radicand):
            raise NotRenderable(f"{show(root)[:40]} need not be real")
        inside = self.text(radicand)
        name = f"s{len(self.roots)}"
        self.roots.append(root)
        self.bound.append(name)
        text = f"({name} ^ ({index} : Nat) = {inside})"
        if self.numbers.ordered:
            text = f"(((0 : {self.type}) ≤ {name}) ∧ {text})"
        self._need(Defined(text, f"{show(radicand)} ≥ 0", bool(radicand.free), name))
        return name

    def _branch(self, index: int, radicand: Expr) -> str:
        """A root of letters that need not be real is given by some function, of which only its power is known.

        What holds of every such function holds of the principal root of complex numbers, and of the real root too,
        since some such function agrees with it wherever that is defined.
        """
        text = self.text(radicand)
        if index not in self.branches:
            self.branches.append(index)
        if (found := (index, radicand, text)) not in self.taken:
            self.taken.append(found)
        return f"(r{index} {text})"


def _numeral(term: Int | Dec) -> int:
    return term.value if isinstance(term, Int) else term.digits


def _is_real(radicand: Expr) -> bool:
    try:
        return value(radicand, {}) >= 0
    except NotEvaluated:
        return sign(radicand) == 1


def _exponent(term: Expr) -> Fraction:
    try:
        found = value(term, {})
    except NotEvaluated as error:
        raise NotRenderable(f"the exponent {show(term)[:40]} has no value: {error}") from error
    if found.denominator > 64 or abs(found) > MAX_EXPONENT:
        raise NotRenderable(f"the exponent {show(term)[:40]} is not a small number")
    return found


def _bounded_power(base: Expr, n: int, of_root: bool) -> None:
    try:
        found = value(base, {})
    except NotEvaluated:
        atom = (
            of_root or isinstance(base, Sym | Const) or (isinstance(base, Node) and base.head in (Head.SQRT, Head.ROOT))
        )
        if abs(n) > (MAX_DEGREE_OF_ATOM if atom else MAX_DEGREE):
            raise NotRenderable(f"the power {n} of {show(base)[:40]} is too high") from None
        return
    if (found.numerator.bit_length() + found.denominator.bit_length()) * abs(n) > MAX_BITS_OF_POWER:
        raise NotRenderable(f"{show(base)[:40]} to the power {n} is too large")


def _natural(term: Expr, most: int) -> int:
    found = _exponent(term)
    if found.denominator != 1 or not 0 <= found <= most:
        raise NotRenderable(f"{show(term)[:40]} is not a natural number up to {most}")
    return found.numerator
