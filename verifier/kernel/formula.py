"""Formulas and the wider terms of the formal language: one tree for what chains say and for what the kernel decides.

Atoms are those of ``term``: numerals as written, letters, ``pi``, ``e``, ``i``. Everything else is a ``Node``: a head,
its arguments, and the letters that it binds. A node is a formula where its head is in ``FORMULAS``, and a letter is one
where it is declared as ``bool``. Nothing is simplified. ``verifier/docs/language.md`` says what each head means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from verifier.kernel.claim import Relation
from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term

MAX_NESTING = 120  # deepest nesting of an expression: a bound at construction makes every recursion safe
MAX_NODES = 4000  # most nodes of an expression, so that every walk over one is bounded


class FormulaTooLarge(ValueError):
    """An expression with more than ``MAX_NODES`` nodes or nested deeper than ``MAX_NESTING``."""


class NotSubstituted(FormulaTooLarge):
    """A letter that a derivative is taken by was to be replaced by something that is no letter."""


class NotLowered(ValueError):
    """An expression that the terms and relations of a leaf do not have; ``str`` names its head."""


class Type(StrEnum):
    """Where a letter takes values. Under UNDECLARED a verdict must hold in the reals and in the complex numbers."""

    UNDECLARED, BOOL, COMPLEX, REAL, RAT = "undeclared", "bool", "complex", "real", "rat"
    INT, COUNT, POS = "int", "count", "pos"  # count: 0, 1, 2, ...; pos: 1, 2, ...
    MATRIX, POINT, SET = "matrix", "point", "set"  # a vector is a matrix; a point is a list of numbers
    FUNCTION = "function"


class Head(StrEnum):
    """What a node says; the value is the language's name of it, or its sign."""

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


@dataclass(frozen=True, slots=True)
class Letter:
    """A bound letter and where it takes values."""

    name: str
    type: Type = Type.UNDECLARED


@dataclass(frozen=True, slots=True)
class Text:
    """Digits in quotation marks: what ``numeral`` reads in a base."""

    value: str


@dataclass(frozen=True, slots=True)
class Node:
    """A head, its arguments, and the letters it binds in those that ``SCOPED`` lists.

    ``free`` are the names that occur free, ``size`` is the number of nodes, ``depth`` the nesting, ``digest`` the hash.

    Raises:
        FormulaTooLarge: at construction, beyond ``MAX_NODES`` or ``MAX_NESTING``.
    """

    head: Head
    args: tuple[Expr, ...] = ()
    letters: tuple[Letter, ...] = ()
    depth: int = field(default=0, init=False, repr=False, compare=False)
    size: int = field(default=0, init=False, repr=False, compare=False)
    free: frozenset[str] = field(default=frozenset(), init=False, repr=False, compare=False)
    digest: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if bool(self.letters) != (self.head in SCOPED):
            raise ValueError(f"{self.head} binds {'no letter' if self.letters else 'letters, and has none'}")
        object.__setattr__(self, "depth", 1 + max(map(depth, self.args), default=0))
        object.__setattr__(self, "size", 1 + sum(map(size, self.args)))
        if self.depth > MAX_NESTING or self.size > MAX_NODES:
            raise FormulaTooLarge(f"an expression has more than {MAX_NODES} parts or nests deeper than {MAX_NESTING}")
        bound, scoped = {letter.name for letter in self.letters}, SCOPED.get(self.head, ())
        inside = (free(arg) - bound if i in scoped else free(arg) for i, arg in enumerate(self.args))
        object.__setattr__(self, "free", frozenset().union(*inside))
        object.__setattr__(self, "digest", hash((self.head, self.args, self.letters)))

    def __hash__(self) -> int:
        return self.digest

    def __reduce__(self) -> tuple[type[Node], tuple[object, ...]]:
        return Node, (self.head, self.args, self.letters)  # another process has other hashes


Expr = Int | Dec | Sym | Const | Text | Node


def node(head: Head, *args: Expr, letters: tuple[Letter, ...] = ()) -> Node:
    """Return the node of ``head`` over ``args``.

    Raises:
        FormulaTooLarge: beyond the bounds.
        ValueError: letters at a head that binds none, or none at one that binds.
    """
    return Node(head, args, letters)


def depth(expr: Expr) -> int:
    """Return how deep ``expr`` nests; an atom is 1 deep."""
    return expr.depth if isinstance(expr, Node) else 1


def size(expr: Expr) -> int:
    """Return the number of nodes and atoms of ``expr``."""
    return expr.size if isinstance(expr, Node) else 1


def free(expr: Expr) -> frozenset[str]:
    """Return the names that occur free in ``expr``, those of applied functions among them."""
    if isinstance(expr, Node):
        return expr.free
    return frozenset({expr.name}) if isinstance(expr, Sym) else frozenset()


def parts(expr: Expr) -> Iterator[Expr]:
    """Yield ``expr`` and everything inside it, outermost first, left to right."""
    stack = [expr]
    while stack:
        yield (here := stack.pop())
        if isinstance(here, Node):
            stack.extend(here.args[::-1])


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """Return ``expr`` with its free letters replaced by ``values``, bound letters renamed where they would capture.

    Raises:
        FormulaTooLarge: where the result is beyond the bounds.
        NotSubstituted: where a derivative by one of the letters is inside.
    """
    if isinstance(expr, Sym):
        return values.get(expr.name, expr)
    if not isinstance(expr, Node) or expr.free.isdisjoint(values):
        return expr
    inner = {name: value for name, value in values.items() if name not in {one.name for one in expr.letters}}
    taken = frozenset().union(*(free(value) for name, value in inner.items() if name in expr.free))
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


_SAME: Mapping[Head, Op] = {
    **{Head.ADD: Op.ADD, Head.SUB: Op.SUB, Head.MUL: Op.MUL, Head.DIV: Op.DIV, Head.POW: Op.POW, Head.NEG: Op.NEG},
    **{Head.SQRT: Op.SQRT, Head.ABS: Op.ABS, Head.FLOOR: Op.FLOOR, Head.CEIL: Op.CEIL, Head.FACTORIAL: Op.FACT},
    **{Head.BINOMIAL: Op.BINOM, Head.REM: Op.MOD, Head.MOD: Op.MOD, Head.SIN: Op.SIN, Head.COS: Op.COS},
    **{Head.TAN: Op.TAN},
}
_FOLDED: Mapping[Head, Op] = {Head.MIN: Op.MIN, Head.MAX: Op.MAX, Head.GCD: Op.GCD, Head.LCM: Op.LCM}


def lowered(expr: Expr) -> Term:
    """Return the term of a leaf that means the same as ``expr``.

    Raises:
        NotLowered: where leaves have no such operation.
        TermTooLarge: beyond the bounds of terms.
    """
    if isinstance(expr, Int | Dec | Sym | Const):
        return expr
    if isinstance(expr, Text) or expr.letters:
        raise NotLowered(expr.value if isinstance(expr, Text) else expr.head.value)
    match expr.head, expr.args:
        case Head.FLOORDIV, (a, b):
            return App(Op.FLOOR, (App(Op.DIV, (lowered(a), lowered(b))),))
        case Head.EXP, (x,):
            return App(Op.POW, (Const("e"), lowered(x)))
        case Head.LN, (x,):
            return App(Op.LOG, (Const("e"), lowered(x)))
        case (Head.LOG, (x, base)) | (Head.ROOT, (x, base)):
            return App(Op.LOG if expr.head is Head.LOG else Op.ROOT, (lowered(base), lowered(x)))
        case head, (first, *rest) if head in _FOLDED:
            found = lowered(first)
            for one in rest:
                found = App(_FOLDED[head], (found, lowered(one)))
            return found
        case head, args if head in _SAME:
            return App(_SAME[head], tuple(map(lowered, args)))
    raise NotLowered(expr.head.value)


@lru_cache(maxsize=4096)
def relation(expr: Expr) -> tuple[Relation, Term, Term]:
    """Return the relation of a leaf that means the same as the comparison ``expr``.

    Raises:
        NotLowered: where it is no comparison, or a side of it is no term of leaves.
        TermTooLarge: beyond the bounds of terms.
    """
    if not isinstance(expr, Node) or expr.head not in COMPARISONS:
        raise NotLowered(expr.head.value if isinstance(expr, Node) else "an atom")
    return COMPARISONS[expr.head], lowered(expr.args[0]), lowered(expr.args[1])
