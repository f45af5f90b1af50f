"""Terms: expressions exactly as written. Nothing is simplified: ``x/x`` stays ``x/x`` and ``0.50`` keeps two places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

MAX_DEPTH = 200  # deepest nesting of a term: a bound at construction makes every recursion over terms safe
MAX_DIGITS = 2000  # most digits of a numeral, well under the interpreter's own limit on conversions (4,300)


class TermTooLarge(ValueError):
    """A numeral with too many digits or a nesting deeper than ``MAX_DEPTH``."""


class Op(StrEnum):
    """What an application applies."""

    ADD, SUB, MUL, DIV = "add", "sub", "mul", "div"
    NEG, POW = "neg", "pow"
    SQRT, ROOT = "sqrt", "root"  # the principal ones; root(n, x): the n-th, n first
    ABS, FACT = "abs", "fact"
    BINOM, PERCENT = "binom", "percent"  # binom(n, k); x / 100, written x%
    FLOOR, CEIL, MIN, MAX = "floor", "ceil", "min", "max"
    GCD, LCM, MOD = "gcd", "lcm", "mod"  # of whole numbers; mod(a, n) is the remainder from 0 to n - 1
    LOG, SIN, COS, TAN = "log", "sin", "cos", "tan"  # log(b, x) to the base b; angles in radians
    DIFF = "diff"  # diff(f, x): the derivative of f by the letter x, at x


_ALONE = (Op.NEG, Op.SQRT, Op.ABS, Op.FACT, Op.PERCENT, Op.FLOOR, Op.CEIL, Op.SIN, Op.COS, Op.TAN)
ARITY = dict.fromkeys(Op, 2) | dict.fromkeys(_ALONE, 1)


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number as written, never negative (a sign is an application of NEG)."""

    value: int
    depth: int = field(default=1, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.value < 0 or self.value.bit_length() > 4 * MAX_DIGITS:
            raise TermTooLarge("a numeral is negative or has too many digits")


@dataclass(frozen=True, slots=True)
class Dec:
    """A decimal as written: ``digits`` / 10**``places``; ``0.50`` is Dec(50, 2)."""

    digits: int
    places: int
    depth: int = field(default=1, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.digits < 0 or self.digits.bit_length() > 4 * MAX_DIGITS or not 0 < self.places <= MAX_DIGITS:
            raise TermTooLarge("a decimal is negative, has no places, or has too many digits")

    @property
    def value(self) -> Fraction:
        """The number that the digits spell."""
        return Fraction(self.digits, 10**self.places)

    @property
    def unit(self) -> Fraction:
        """One unit in the last place shown."""
        return Fraction(1, 10**self.places)


@dataclass(frozen=True, slots=True)
class Sym:
    """A letter or a named quantity."""

    name: str
    depth: int = field(default=1, init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Const:
    """A known irrational constant: ``pi`` or ``e``; or the imaginary unit ``i``."""

    name: str
    depth: int = field(default=1, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.name not in {"pi", "e", "i"}:
            raise ValueError(f"no constant is called {self.name!r}")


@dataclass(frozen=True, slots=True)
class App:
    """An operation applied to terms."""

    op: Op
    args: tuple[Term, ...]
    depth: int = field(default=0, init=False, repr=False, compare=False)
    letters: frozenset[str] = field(default=frozenset(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.args) != ARITY[self.op]:
            raise ValueError(f"{self.op} takes {ARITY[self.op]} terms, not {len(self.args)}")
        object.__setattr__(self, "depth", 1 + max([arg.depth for arg in self.args]))
        object.__setattr__(self, "letters", letters(*self.args))
        if self.depth > MAX_DEPTH:
            raise TermTooLarge(f"terms nest deeper than {MAX_DEPTH}")


Term = Int | Dec | Sym | Const | App


def app(op: Op, *args: Term) -> App:
    """Return the application of ``op`` to ``args``. Raises: ValueError on a wrong count, TermTooLarge when too deep."""
    return App(op, args)


def number(value: Fraction | int) -> Term:
    """Return a term that spells ``value`` (a quotient of numerals, negated where negative). Raises: TermTooLarge."""
    over, under = Fraction(value).as_integer_ratio()
    size = Int(abs(over)) if under == 1 else app(Op.DIV, Int(abs(over)), Int(under))
    return app(Op.NEG, size) if over < 0 else size


def walk(term: Term) -> Iterator[Term]:
    """Yield ``term`` and every term inside it, outermost first, left to right."""
    stack = [term]
    while stack:
        yield (here := stack.pop())
        if isinstance(here, App):
            stack.extend(here.args[::-1])


def letters(*terms: Term) -> frozenset[str]:
    """Return the names of the letters that occur."""
    found: frozenset[str] = frozenset()
    for t in terms:
        found |= t.letters if isinstance(t, App) else {t.name} if isinstance(t, Sym) else found
    return found
