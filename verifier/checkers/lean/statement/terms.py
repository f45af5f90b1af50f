"""Terms as Lean text over one type, with the conditions under which they mean what they mean in mathematics (trusted):
functions that Lean does not carry become numbers with a meaning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from verifier.checkers.enclosure import sign
from verifier.checkers.evaluate import Point, value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.statement.laws import Laws, NotRenderable
from verifier.checkers.spelling import spelled as show
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Text, conditions

MAX_EXPONENT = 4096
MAX_BITS_OF_POWER = 16_384
MAX_NAMED = 40
"""Most numbers of a statement that represent values of functions."""

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
    """A condition under which a term is defined, as Lean text and as people read it."""

    text: str
    shown: str
    has_letters: bool


def cast(name: str) -> str:
    """Return a whole number of Lean as a number of the field."""
    return f"(@Int.cast K Lean.Grind.Ring.intCast {name})"


@dataclass(slots=True)
class Scope:
    """What a binder binds: ``letters``, and the numbers that stand for functions of them, with their meanings.

    ``bound``: each name with its type, in the order of ``meanings``; ``named`` gives the name back by what it stands
    for.
    """

    letters: frozenset[str]
    bound: list[tuple[str, str]] = field(default_factory=list)
    meanings: list[str] = field(default_factory=list)
    named: dict[tuple[str, str], str] = field(default_factory=dict)


@dataclass(slots=True)
class Writer:
    """Writes terms over ``numbers``, and collects what they need in ``defined``, innermost first, since it was emptied.

    An absolute value, a root, a floor, a least number is a name of its own, bound where the letters inside it are, with
    what it means as a hypothesis. In the real numbers exactly one number has that meaning, or, of a root that is not
    real, any: whatever speaks of it is stated to be defined besides. ``scopes`` are the binders around a term, the
    outermost first. ``laws`` holds what is written as a function of which only laws are known: powers ``p``, logarithms
    ``l``, sines ``sn`` and cosines ``cs``. ``valued`` are the names of floors, ceilings and roots, each with its term;
    ``wholes`` are the terms of which it was said that they are whole. ``point`` are the values of the free letters at a
    model.
    """

    numbers: Numbers
    names: dict[str, str]
    scopes: list[Scope]
    point: Point = field(default_factory=dict)
    defined: list[Defined] = field(default_factory=list)
    laws: Laws = field(default_factory=Laws)
    valued: list[tuple[str, Node]] = field(default_factory=list)
    wholes: list[tuple[str, Expr]] = field(default_factory=list)
    count: int = 0

    @property
    def is_rational(self) -> bool:
        """Whether it writes of rational numbers, which Lean computes."""
        return self.numbers is Numbers.RATIONAL

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
            case Head.ROOT, (a, Int(index)) if index % 2 == 1 and index > 1 and not self.is_rational:
                return self._odd_root(index, a)
            case Head.ROOT, (a, n):
                return self._root(_natural(n, 64), a)
            case Head.ABS, (a,):
                return self._absolute(a)
            case op, _ if op in OF_RATIONALS and self.is_rational:
                return self._of_rationals(term)
            case (Head.FLOOR | Head.CEIL) as op, (a,):
                return self._rounded(op, self.text(a), a)
            case (Head.MIN | Head.MAX) as op, (a, b):
                return self._extreme(op, (self.text(a), self.text(b)), term)
            case Head.MOD, (a, b):
                return self._remainder(a, b)
            case ((Head.GCD | Head.LCM), _):
                return self._counted(term, -1)
            case ((Head.FACTORIAL | Head.BINOMIAL), _) if term.free and not self.is_rational:
                return self._counted(term, 0)
            case Head.FACTORIAL, (n,):
                return self._count(term, f"Verifier.factorial {_natural(n, MAX_COUNT)}")
            case Head.BINOMIAL, (n, k):
                return self._count(term, f"Verifier.choose {_natural(n, MAX_COUNT)} {_natural(k, MAX_COUNT)}")
            case Head.INVERSE_MOD, _ if not term.free:
                return self._value(term)
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
        if self.is_rational:
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
        if self.is_rational:
            return f"(({call} : Nat) : Rat)"
        return self._value(term)

    def _value(self, term: Node) -> str:
        try:
            return f"({value(term, {})} : {self.type})"
        except NotEvaluated as error:
            raise NotRenderable(f"{term.head} without a value: {error}") from error

    def whole(self, text: str, of: Expr) -> str:
        """Return the proposition that a number is a whole one."""
        if (text, of) not in self.wholes:
            self.wholes.append((text, of))
        if self.is_rational:
            return f"({text}.den = 1)"
        return f"(∃ w : Int, ({text} = {cast('w')}))"

    def _name(self, kind: str, key: str, of: Expr, type_: str, meaning: Callable[[str], str]) -> str:
        """The name of a function's value, bound with the innermost of the letters that it depends on."""
        inside = of.free
        scope = next((one for one in reversed(self.scopes) if one.letters & inside), self.scopes[0])
        if (kind, key) not in scope.named:
            self.count += 1
            if self.count > MAX_NAMED:
                raise NotRenderable(f"more than {MAX_NAMED} values of functions")
            name = scope.named[kind, key] = f"{kind}{self.count}"
            scope.bound.append((name, type_))
            scope.meanings.append(meaning(name))
        return scope.named[kind, key]

    def _valued(self, name: str, of: Node) -> str:
        if (name, of) not in self.valued:
            self.valued.append((name, of))
        return name

    def _ordered(self, what: str, of: Expr) -> None:
        if not self.numbers.ordered:
            raise NotRenderable(f"the {what} of {show(of)[:40]}, which need not be real")

    def _rounded(self, op: Head, text: str, of: Expr) -> str:
        self._ordered("rounding", of)

        def meaning(name: str) -> str:
            n, one = cast(name), f"(1 : {self.type})"
            if op is Head.FLOOR:
                return f"(({n} ≤ {text}) ∧ ({text} < ({n} + {one})))"
            return f"((({n} - {one}) < {text}) ∧ ({text} ≤ {n}))"

        name = self._name("f" if op is Head.FLOOR else "c", text, of, "Int", meaning)
        return cast(self._valued(name, Node(op, (of,))))

    def _extreme(self, op: Head, pair: tuple[str, str], of: Expr) -> str:
        self._ordered("least or greatest", of)
        a, b = pair
        sign = "≤" if op is Head.MIN else "≥"
        rest = "<" if op is Head.MAX else ">"
        return self._name(
            "u" if op is Head.MIN else "v",
            f"{a}, {b}",
            of,
            self.type,
            lambda name: f"((({a} {sign} {b}) ∧ ({name} = {a})) ∨ (({a} {rest} {b}) ∧ ({name} = {b})))",
        )

    def _remainder(self, a: Expr, b: Expr) -> str:
        """``a - b * floor(a / b)``, of whole numbers, the second of them positive."""
        self._ordered("remainder", a)
        top, bottom = self.text(a), self.text(b)
        for term, text in ((a, top), (b, bottom)):
            if not isinstance(term, Int):
                self._need(Defined(self.whole(text, term), f"{show(term)} is whole", bool(term.free)))
        if not (isinstance(b, Int) and b.value > 0):
            self._need(Defined(f"((0 : {self.type}) < {bottom})", f"{show(b)} > 0", bool(b.free)))
        quotient = self._rounded(Head.FLOOR, f"({top} / {bottom})", Node(Head.DIV, (a, b)))
        return f"({top} - ({bottom} * {quotient}))"

    def _counted(self, term: Node, least: int) -> str:
        """A function of whole numbers, none of them below ``least`` if that is 0: of it is known what it is where its
        arguments have the values that they have at the model, as the kernel's evaluator finds."""
        self._ordered("value", term)
        try:
            values, worth = [value(arg, self.point) for arg in term.args], value(term, self.point)
        except NotEvaluated as error:
            raise NotRenderable(f"{term.head} of what has no value at the model: {error}") from error
        if any(one.denominator != 1 for one in (*values, worth)) or (least == 0 and max(values) > MAX_COUNT):
            raise NotRenderable(f"{term.head} of numbers that are not small and whole")
        texts = [self.text(arg) for arg in term.args]
        for arg, text in zip(term.args, texts, strict=True):
            if not isinstance(arg, Int):
                self._need(Defined(self.whole(text, arg), f"{show(arg)} is whole", bool(arg.free)))
                if least == 0:
                    self._need(Defined(f"((0 : {self.type}) ≤ {text})", f"{show(arg)} ≥ 0", bool(arg.free)))
        there = [f"({text} = ({one} : {self.type})) → " for text, one in zip(texts, values, strict=True)]
        key = f"{term.head} {', '.join(texts)}"
        meaning = f"({''.join(there)}({{0}} = ({worth} : {self.type})))"
        return self._name("t", key, term, self.type, meaning.format)

    def _constant(self, name: str) -> str:
        """A constant is any number that shares the properties stated of it: what holds of all those holds of it."""
        if self.is_rational or (name == "i" and self.numbers.ordered):
            raise NotRenderable(f"{name} is not a number of this kind")
        outermost = self.scopes[0]
        if (name, name) not in outermost.named:
            outermost.named[name, name] = name
            outermost.bound.append((name, self.type))
            outermost.meanings.append(self._property(name))
        return name

    def _property(self, name: str) -> str:
        if name == "i":
            return f"(i ^ (2 : Nat) = (-(1 : {self.type})))"
        if not self.numbers.ordered:
            return f"({name} ≠ (0 : {self.type}))"
        low, high = (f"(({bound} : {self.type}) / ({10**10} : {self.type}))" for bound in BOUNDS[name])
        return f"(({low} < {name}) ∧ ({name} < {high}))"

    def _absolute(self, inner: Expr) -> str:
        if self.is_rational:
            return f"(Verifier.absolute {self.text(inner)})"
        self._ordered("absolute value", inner)
        text, zero = self.text(inner), f"(0 : {self.type})"
        return self._name(
            "m",
            text,
            inner,
            self.type,
            lambda name: f"((({zero} ≤ {text}) ∧ ({name} = {text})) ∨ (({text} < {zero}) ∧ ({name} = (-{text}))))",
        )

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
        """The root that is not negative of what is not negative: that it is not is a condition."""
        if self.is_rational:
            raise NotRenderable("a root need not be rational")
        if not 2 <= index <= 64:
            raise NotRenderable("a root whose index is not a number from 2 to 64")
        text, zero = self.text(radicand), f"(0 : {self.type})"
        if self.numbers.ordered:
            real = f"({zero} ≤ {text})"
            self._need(Defined(real, f"{show(radicand)} ≥ 0", bool(radicand.free)))
            meaning = f"({real} → (({zero} ≤ {{0}}) ∧ (({{0}} ^ ({index} : Nat)) = {text})))"
            name = self._name("s", f"{index}, {text}", radicand, self.type, meaning.format)
            return self._valued(name, Node(Head.ROOT, (radicand, Int(index))))
        if radicand.free or not _is_real(radicand):
            raise NotRenderable(f"a root of {show(radicand)[:40]}, which need not be real")
        return self._name(
            "s", f"{index}, {text}", radicand, self.type, lambda name: f"(({name} ^ ({index} : Nat)) = {text})"
        )

    def _odd_root(self, index: int, radicand: Expr) -> str:
        """The real root, of the sign of what it is taken of."""
        if not (self.numbers.ordered and index <= 64):
            raise NotRenderable(f"a root of {show(radicand)[:40]}, which need not be real")
        text, zero = self.text(radicand), f"(0 : {self.type})"
        meaning = f"((({{0}} ^ ({index} : Nat)) = {text}) ∧ (({zero} ≤ {text}) → ({zero} ≤ {{0}})))"
        name = self._name("q", f"{index}, {text}", radicand, self.type, meaning.format)
        return self._valued(name, Node(Head.ROOT, (radicand, Int(index))))


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
