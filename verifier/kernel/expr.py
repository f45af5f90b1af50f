"""Expressions exactly as written, formulas among them: one tree for what texts and chains say and the kernel decides.

Atoms are numerals as written, letters, ``pi``, ``e``, ``i``. Everything else is a ``Node``: a head, its arguments, and
the letters that it binds. A node is a formula where its head is in ``FORMULAS``, and a letter is one where it is
declared as ``bool``. Nothing is simplified: ``x/x`` stays ``x/x`` and ``0.50`` keeps two places.
``verifier/docs/language.md`` says what each head means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

MAX_NESTING = 120  # deepest nesting of an expression: a bound at construction makes every recursion safe
MAX_NODES = 4000  # most nodes of an expression, so that every walk over one is bounded
MAX_DIGITS = 2000  # most digits of a numeral, well under the interpreter's own limit on conversions (4,300)


class ExprTooLarge(ValueError):
    """A numeral with too many digits, or more than ``MAX_NODES`` nodes, or deeper nesting than ``MAX_NESTING``."""


class NotSubstituted(ExprTooLarge):
    """A letter that a derivative is taken by was to be replaced by something that is no letter."""


class NotLowered(ValueError):
    """An expression that the terms and relations of a leaf do not have; ``str`` names its head."""


class Relation(StrEnum):
    """What a claim says of its two sides."""

    EQ, NE, LT, LE, GT, GE, APPROX = "=", "≠", "<", "≤", ">", "≥", "≈"


class Type(StrEnum):
    """Where a letter takes values. Under UNDECLARED a verdict must hold in the reals and in the complex numbers."""

    UNDECLARED, BOOL, COMPLEX, REAL, RAT = "undeclared", "bool", "complex", "real", "rat"
    INT, COUNT, POS = "int", "count", "pos"  # count: 0, 1, 2, ...; pos: 1, 2, ...
    MATRIX, POINT, SET = "matrix", "point", "set"  # a vector is a matrix; a point is a list of numbers
    FUNCTION = "function"


class Head(StrEnum):
    """What a node applies or says; the value is the language's name of it, or its sign."""

    ADD, SUB, MUL, DIV, FLOORDIV, REM, POW, NEG = "+", "-", "*", "/", "//", "%", "**", "neg"
    EQ, NE, LT, LE, GT, GE, ABOUT = "==", "!=", "<", "<=", ">", ">=", "about"
    AND, OR, NOT, IMPLIES, IFF, IF = "and", "or", "not", "Implies", "Iff", "If"
    TRUE, FALSE, INFINITY = "True", "False", "oo"
    SQRT, ROOT, ABS, EXP, LN, LOG = "sqrt", "root", "abs", "exp", "ln", "log"
    SIN, COS, TAN, ASIN, ACOS, ATAN = "sin", "cos", "tan", "asin", "acos", "atan"
    RE, IM, CONJ, ARG = "re", "im", "conj", "arg"
    FLOOR, CEIL, MIN, MAX = "floor", "ceil", "min", "max"
    GCD, LCM, MOD, FACTORIAL, BINOMIAL = "gcd", "lcm", "mod", "factorial", "binomial"
    DIGIT_SUM, NUM_DIVISORS, DIGIT, NUMERAL = "digit_sum", "num_divisors", "digit", "numeral"
    DIVIDES, CONGRUENT, IS_INT, IS_PRIME = "divides", "congruent", "is_int", "is_prime"
    SUM, PROD, COUNT_OF = "Sum", "Prod", "count_of"
    FOR_ALL, EXISTS = "ForAll", "Exists"
    TUPLE, LIST, SET, SET_OF, IN, LEN = "tuple", "list", "set", "set_of", "in", "len"
    UNION, INTERSECTION = "|", "&"
    SOLVES, NUM_SOLUTIONS, IS_MAX, IS_MIN = "solves", "num_solutions", "is_max", "is_min"
    DIFF, ANTIDERIVATIVE, INTEGRAL, LIMIT = "diff", "antiderivative", "integral", "limit"
    DEGREE, COEFF, DIVIDES_POLY = "degree", "coeff", "divides_poly"
    MATRIX, VECTOR, DET, TRANSPOSE, INVERSE = "Matrix", "Vector", "det", "transpose", "inverse"
    DOT, CROSS, NORM, MEAN, MEDIAN, VARIANCE = "dot", "cross", "norm", "mean", "median", "variance"
    PERCENT = "percent"  # x / 100, written x%: in texts alone
    CALL = "call"  # a declared function applied: its name as a letter, then its arguments


COMPARISONS: Mapping[Head, Relation] = {
    Head.EQ: Relation.EQ,
    Head.NE: Relation.NE,
    Head.LT: Relation.LT,
    Head.LE: Relation.LE,
    Head.GT: Relation.GT,
    Head.GE: Relation.GE,
}

CONNECTIVES = frozenset({Head.AND, Head.OR, Head.NOT, Head.IMPLIES, Head.IFF})
PREDICATES = frozenset(
    {Head.DIVIDES, Head.CONGRUENT, Head.IS_INT, Head.IS_PRIME, Head.IN, Head.DIVIDES_POLY, Head.ABOUT}
)
FORMULAS = (
    frozenset(COMPARISONS)
    | CONNECTIVES
    | PREDICATES
    | {Head.TRUE, Head.FALSE, Head.FOR_ALL, Head.EXISTS, Head.SOLVES, Head.IS_MAX, Head.IS_MIN}
)

SCOPED: Mapping[Head, tuple[int, ...]] = {
    **dict.fromkeys((Head.SUM, Head.PROD, Head.COUNT_OF, Head.INTEGRAL, Head.LIMIT), (0,)),
    **dict.fromkeys((Head.FOR_ALL, Head.EXISTS, Head.NUM_SOLUTIONS, Head.DEGREE, Head.COEFF), (0,)),
    **dict.fromkeys((Head.SET_OF, Head.DIVIDES_POLY), (0, 1)),
    Head.SOLVES: (1,),  # the values stand outside
    **dict.fromkeys((Head.IS_MAX, Head.IS_MIN), (1, 2)),
}
"""The heads that bind letters, and in which of their arguments these are bound."""


_H = Head
_ONE = (
    *(_H.NEG, _H.NOT, _H.SQRT, _H.ABS, _H.EXP, _H.LN, _H.SIN, _H.COS, _H.TAN, _H.ASIN, _H.ACOS, _H.ATAN),
    *(_H.RE, _H.IM, _H.CONJ, _H.ARG, _H.FLOOR, _H.CEIL, _H.FACTORIAL, _H.DIGIT_SUM, _H.NUM_DIVISORS),
    *(_H.PERCENT, _H.IS_INT, _H.IS_PRIME, _H.LEN, _H.FOR_ALL, _H.EXISTS, _H.NUM_SOLUTIONS, _H.DEGREE),
    *(_H.DET, _H.TRANSPOSE, _H.INVERSE, _H.NORM, _H.MEAN, _H.MEDIAN, _H.VARIANCE),
)
_THREE = (*(_H.ABOUT, _H.CONGRUENT, _H.IF, _H.DIFF, _H.SUM, _H.PROD, _H.COUNT_OF, _H.INTEGRAL, _H.IS_MAX, _H.IS_MIN),)
ARGUMENTS: Mapping[Head, tuple[int, int]] = {
    **dict.fromkeys(Head, (2, 2)),
    **dict.fromkeys(_ONE, (1, 1)),
    **dict.fromkeys(_THREE, (3, 3)),
    **dict.fromkeys((_H.TRUE, _H.FALSE, _H.INFINITY), (0, 0)),
    **dict.fromkeys(
        (_H.AND, _H.OR, _H.MIN, _H.MAX, _H.GCD, _H.LCM, _H.TUPLE, _H.MATRIX, _H.VECTOR, _H.CALL), (1, MAX_NODES)
    ),
    **dict.fromkeys((_H.LIST, _H.SET), (0, MAX_NODES)),
    _H.LIMIT: (2, 3),
}
"""The least and the greatest number of arguments of each head."""

SINGLE = frozenset({_H.SUM, _H.PROD, _H.COUNT_OF, _H.INTEGRAL, _H.LIMIT, _H.DEGREE, _H.COEFF, _H.DIVIDES_POLY})
"""The heads that bind exactly one letter; the others of ``SCOPED`` bind one or more, each once."""


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
_LEAF_HEADS = frozenset(
    {Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.POW, Head.NEG, Head.SQRT, Head.ABS, Head.FLOOR, Head.CEIL}
    | {Head.FACTORIAL, Head.BINOMIAL, Head.MOD, Head.SIN, Head.COS, Head.TAN, Head.ROOT, Head.LOG}
)
TERM_HEADS = _LEAF_HEADS | FOLDED | {Head.PERCENT, Head.DIFF}
"""What the claims of texts are made of. Those of ``FOLDED`` have two arguments there."""


def lowered(expr: Expr) -> Expr:
    """Return the expression of leaves that means the same as ``expr``.

    Raises:
        NotLowered: where leaves have no such operation.
        ExprTooLarge: beyond the bounds.
    """
    if isinstance(expr, Int | Dec | Sym | Const):
        return expr
    if isinstance(expr, Text) or expr.letters:
        raise NotLowered(expr.value if isinstance(expr, Text) else expr.head.value)
    match expr.head, expr.args:
        case Head.FLOORDIV, (a, b):
            return node(Head.FLOOR, node(Head.DIV, lowered(a), lowered(b)))
        case Head.EXP, (x,):
            return node(Head.POW, Const("e"), lowered(x))
        case Head.LN, (x,):
            return node(Head.LOG, lowered(x), Const("e"))
        case Head.REM, (a, b):
            return node(Head.MOD, lowered(a), lowered(b))
        case head, (first, *rest) if head in FOLDED:
            found = lowered(first)
            for one in rest:
                found = node(head, found, lowered(one))
            return found
        case head, args if head in _LEAF_HEADS:
            return Node(head, tuple(map(lowered, args)))
    raise NotLowered(expr.head.value)


@lru_cache(maxsize=4096)
def relation(expr: Expr) -> tuple[Relation, Expr, Expr]:
    """Return the relation of a leaf that means the same as the comparison ``expr``.

    Raises:
        NotLowered: where it is no comparison, or a side of it is no expression of leaves.
        ExprTooLarge: beyond the bounds.
    """
    if not isinstance(expr, Node) or expr.head not in COMPARISONS:
        raise NotLowered(expr.head.value if isinstance(expr, Node) else "an atom")
    return COMPARISONS[expr.head], lowered(expr.args[0]), lowered(expr.args[1])
