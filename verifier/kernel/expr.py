"""Expressions exactly as written, formulas among them: one tree for what texts and chains say and the kernel decides.

Atoms are numerals as written, letters, ``pi``, ``e``, ``i``. Everything else is a ``Node``: a head, its arguments, and
the letters that it binds. A node is a formula where its head is in ``FORMULAS``, and a letter is one where it is
declared as ``bool``. Nothing is simplified: ``x/x`` stays ``x/x`` and ``0.50`` keeps two places.
``verifier/docs/language.md`` says what each head means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import ClassVar

from verifier.kernel.functions import ARGUMENTS as ARGUMENTS
from verifier.kernel.functions import MAX_NODES as MAX_NODES
from verifier.kernel.functions import SCOPED as SCOPED
from verifier.kernel.functions import SIGNATURES, Part
from verifier.kernel.functions import SINGLE as SINGLE
from verifier.kernel.functions import Head as Head
from verifier.kernel.functions import Type as Type

MAX_NESTING = 120  # deepest nesting of an expression: a bound at construction makes every recursion safe
MAX_DIGITS = 2000  # most digits of a numeral, well under the interpreter's own limit on conversions (4,300)


class ExprTooLarge(ValueError):
    """A numeral with too many digits, or more than ``MAX_NODES`` nodes, or deeper nesting than ``MAX_NESTING``."""


class NotSubstituted(ExprTooLarge):
    """A letter that a derivative is taken by was to be replaced by something that is no letter."""


COMPARISONS = frozenset({Head.EQ, Head.NE, Head.LT, Head.LE, Head.GT, Head.GE})
CONNECTIVES = frozenset({Head.AND, Head.OR, Head.NOT, Head.IMPLIES, Head.IFF})
PREDICATES = frozenset(
    {Head.DIVIDES, Head.CONGRUENT, Head.IS_INT, Head.IS_PRIME, Head.IN, Head.DIVIDES_POLY, Head.ABOUT}
)
FORMULAS = (
    COMPARISONS
    | CONNECTIVES
    | PREDICATES
    | {Head.TRUE, Head.FALSE, Head.FOR_ALL, Head.EXISTS, Head.SOLVES, Head.IS_MAX, Head.IS_MIN}
)


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number as written, never negative (a sign is a node of NEG)."""

    value: int
    depth: ClassVar[int] = 1
    size: ClassVar[int] = 1
    free: ClassVar[frozenset[str]] = frozenset()

    def __post_init__(self) -> None:
        if self.value < 0 or self.value.bit_length() > 4 * MAX_DIGITS:
            raise ExprTooLarge("a numeral is negative or has too many digits")


@dataclass(frozen=True, slots=True)
class Dec:
    """A decimal as written: ``digits`` / 10**``places``; ``0.50`` is Dec(50, 2)."""

    digits: int
    places: int
    depth: ClassVar[int] = 1
    size: ClassVar[int] = 1
    free: ClassVar[frozenset[str]] = frozenset()

    def __post_init__(self) -> None:
        if self.digits < 0 or self.digits.bit_length() > 4 * MAX_DIGITS or not 0 < self.places <= MAX_DIGITS:
            raise ExprTooLarge("a decimal is negative, has no places, or has too many digits")

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
    """A variable, or the name of a function that is applied."""

    name: str
    depth: ClassVar[int] = 1
    size: ClassVar[int] = 1

    @property
    def free(self) -> frozenset[str]:
        """The one name."""
        return frozenset((self.name,))


@dataclass(frozen=True, slots=True)
class Const:
    """A known irrational constant: ``pi`` or ``e``; or the imaginary unit ``i``."""

    name: str
    depth: ClassVar[int] = 1
    size: ClassVar[int] = 1
    free: ClassVar[frozenset[str]] = frozenset()

    def __post_init__(self) -> None:
        if self.name not in {"pi", "e", "i"}:
            raise ValueError(f"no constant is called {self.name!r}")


@dataclass(frozen=True, slots=True)
class Text:
    """Digits in quotation marks: what ``numeral`` reads in a base."""

    value: str
    depth: ClassVar[int] = 1
    size: ClassVar[int] = 1
    free: ClassVar[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Letter:
    """A bound letter and where it takes values."""

    name: str
    type: Type = Type.UNDECLARED


@dataclass(frozen=True, slots=True)
class Node:
    """A head, its arguments, and the letters it binds in those that ``SCOPED`` lists.

    ``free`` are the names that occur free, ``size`` is the number of nodes, ``depth`` the nesting, ``digest`` the hash.

    Raises:
        ExprTooLarge: at construction, beyond ``MAX_NODES`` or ``MAX_NESTING``.
        ValueError: at construction, with a wrong number of arguments or letters.
    """

    head: Head
    args: tuple[Expr, ...] = ()
    letters: tuple[Letter, ...] = ()
    depth: int = field(default=0, init=False, repr=False, compare=False)
    size: int = field(default=0, init=False, repr=False, compare=False)
    free: frozenset[str] = field(default=frozenset(), init=False, repr=False, compare=False)
    digest: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        least, most = ARGUMENTS[self.head]
        if not least <= len(self.args) <= most:
            raise ValueError(f"{self.head} takes {least} to {most} arguments, not {len(self.args)}")
        if self.letters or self.head in SCOPED:
            self._check_letters()
        depth, size = 0, 1
        for arg in self.args:
            depth, size = max(depth, arg.depth), size + arg.size
        if depth >= MAX_NESTING or size > MAX_NODES:
            raise ExprTooLarge(f"an expression has more than {MAX_NODES} parts or nests deeper than {MAX_NESTING}")
        object.__setattr__(self, "depth", depth + 1)
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "free", free_names(*self.args) if not self.letters else self._unbound())
        object.__setattr__(self, "digest", hash((self.head, self.args, self.letters)))

    def _check_letters(self) -> None:
        if bool(self.letters) != (self.head in SCOPED):
            raise ValueError(f"{self.head} binds {'no letter' if self.letters else 'letters, and has none'}")
        if len(self.letters) > 1 and (
            self.head in SINGLE or len({one.name for one in self.letters}) < len(self.letters)
        ):
            raise ValueError(f"{self.head} binds one letter, or each once")

    def _unbound(self) -> frozenset[str]:
        bound, scoped = {letter.name for letter in self.letters}, SCOPED[self.head]
        return frozenset().union(*(a.free - bound if i in scoped else a.free for i, a in enumerate(self.args)))

    def __hash__(self) -> int:
        return self.digest

    def __reduce__(self) -> tuple[type[Node], tuple[object, ...]]:
        return Node, (self.head, self.args, self.letters)  # another process has other hashes


Expr = Int | Dec | Sym | Const | Text | Node


def node(head: Head, *args: Expr, letters: tuple[Letter, ...] = ()) -> Node:
    """Return the node of ``head`` over ``args``.

    Raises:
        ExprTooLarge: beyond the bounds.
        ValueError: letters at a head that binds none, or none at one that binds.
    """
    return Node(head, args, letters)


def number(value: Fraction | int) -> Expr:
    """Return an expression of numerals that spells ``value``, negated if negative. Raises: ExprTooLarge."""
    over, under = Fraction(value).as_integer_ratio()
    size = Int(abs(over)) if under == 1 else node(Head.DIV, Int(abs(over)), Int(under))
    return node(Head.NEG, size) if over < 0 else size


def free_names(*exprs: Expr) -> frozenset[str]:
    """Return the names that occur free, those of applied functions among them."""
    found: frozenset[str] = frozenset()
    for one in exprs:
        found = found | one.free if found else one.free
    return found


def conditions(application: Node) -> tuple[Expr, ...]:
    """Return the formulas under which a function has a value at its arguments, where these are real numbers.

    Raises:
        ExprTooLarge: beyond the bounds.
    """
    signature = SIGNATURES.get(application.head)
    if signature is None or not signature.defined:
        return ()
    *first, last = signature.names
    found: list[Expr] = []
    for k in range(len(first), max(len(application.args), len(signature.names))):  # one round, but where there are more
        here = dict(zip([*first, last], (*application.args[: len(first)], *application.args[k : k + 1]), strict=False))
        found += [_written(part, here) for part in signature.defined if _names_of(part) <= here.keys()]
    return tuple(dict.fromkeys(found))


def _written(part: Part, arguments: Mapping[str, Expr]) -> Expr:
    if isinstance(part, str):
        return arguments[part]
    if isinstance(part, int):
        return number(part)
    head, *parts = part
    assert isinstance(head, Head)
    return Node(head, tuple(_written(one, arguments) for one in parts))


def _names_of(part: Part) -> set[str]:
    if isinstance(part, tuple):
        return set().union(*map(_names_of, part[1:]))
    return {part} if isinstance(part, str) else set()


def walk_expr(expr: Expr) -> Iterator[Expr]:
    """Yield ``expr`` and everything inside it, outermost first, left to right."""
    stack = [expr]
    while stack:
        yield (here := stack.pop())
        if isinstance(here, Node):
            stack.extend(here.args[::-1])


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """Return ``expr`` with its free letters replaced by ``values``, bound letters renamed where they would capture.

    Raises:
        ExprTooLarge: where the result is beyond the bounds.
        NotSubstituted: where a derivative by one of the letters is inside.
    """
    if isinstance(expr, Sym):
        return values.get(expr.name, expr)
    if not isinstance(expr, Node) or expr.free.isdisjoint(values):
        return expr
    inner = {name: value for name, value in values.items() if name not in {one.name for one in expr.letters}}
    taken = frozenset().union(*(value.free for name, value in inner.items() if name in expr.free))
    renamed: dict[str, Expr] = {}
    letters: list[Letter] = []
    for letter in expr.letters:
        new = _fresh(letter.name, taken | expr.free) if letter.name in taken else letter.name
        renamed |= {letter.name: Sym(new)} if new != letter.name else {}
        letters.append(replace(letter, name=new))
    scoped = SCOPED.get(expr.head, ())
    args = tuple(substitute(a, {**inner, **renamed} if i in scoped else values) for i, a in enumerate(expr.args))
    if expr.head in (Head.DIFF, Head.ANTIDERIVATIVE) and args[1] != expr.args[1]:
        raise NotSubstituted("a derivative is taken by a letter: at a value it cannot be written")
    return Node(expr.head, args, tuple(letters))


def _fresh(name: str, taken: frozenset[str]) -> str:
    return next(f"{name}_{k}" for k in range(1, len(taken) + 2) if f"{name}_{k}" not in taken)


FOLDED = frozenset({Head.MIN, Head.MAX, Head.GCD, Head.LCM})
LEAF_HEADS = FOLDED | frozenset(
    {Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.POW, Head.NEG, Head.SQRT, Head.ABS, Head.FLOOR, Head.CEIL}
    | {Head.FACTORIAL, Head.BINOMIAL, Head.MOD, Head.SIN, Head.COS, Head.TAN, Head.ROOT, Head.LOG}
)
"""What the leaves of proofs of formulas are made of. Those of ``FOLDED`` have two arguments there."""
TERM_HEADS = LEAF_HEADS | {Head.PERCENT, Head.DIFF}
"""What the claims of texts are made of."""


def unfolded(expr: Expr) -> Expr:
    """Return ``expr`` with the functions that signatures define by others replaced by what they mean, and those of
    ``FOLDED`` taken of two numbers at a time; what binds letters stays as it is.

    Raises:
        ExprTooLarge: beyond the bounds.
    """
    if not isinstance(expr, Node) or expr.letters:
        return expr
    args = tuple(map(unfolded, expr.args))
    if expr.head in FOLDED:
        pair = args[1:] or args  # of one number it is the function of that number twice
        return reduce(lambda found, one: Node(expr.head, (found, one)), pair, args[0])
    signature = SIGNATURES.get(expr.head)
    if signature is not None and signature.means is not None:
        return _written(signature.means, {"e": Const("e"), **dict(zip(signature.names, args, strict=True))})
    return Node(expr.head, args) if args != expr.args else expr
