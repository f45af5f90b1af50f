"""What the language can apply: its heads, and for each function what it takes, what it gives and where it is defined.

A new function needs a name in ``Head`` and a row in ``SIGNATURES`` here, a row in ``checkers/functions.py`` for its
values, and a row in ``docs/language.md``. Tests name each table that misses one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

MAX_NODES = 4000  # most nodes of an expression, so that every walk over one is bounded


class Type(StrEnum):
    """Where a letter takes values. Under UNDECLARED a verdict must hold in the reals and in the complex numbers."""

    UNDECLARED, BOOL, COMPLEX, REAL, RAT = "undeclared", "bool", "complex", "real", "rat"
    INT, COUNT, POS = "int", "count", "pos"  # count: 0, 1, 2, ...; pos: 1, 2, ...
    MATRIX, POINT, SET = "matrix", "point", "set"  # a vector is a matrix; a point is a list of numbers
    FUNCTION = "function"


class Sort(StrEnum):
    """What kind of thing an expression denotes."""

    NUMBER, FORMULA, SET, LIST, MATRIX = "a number", "a formula", "a set", "a list", "a matrix or vector"


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
    GCD, LCM, MOD, INVERSE_MOD, FACTORIAL, BINOMIAL = "gcd", "lcm", "mod", "inverse_mod", "factorial", "binomial"
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
    PERCENT, APPROX = "percent", "≈"  # x / 100, written x%; and about equal: in texts alone
    CALL = "call"  # a declared function applied: its name as a letter, then its arguments


Part = str | int | tuple["Part", ...]
"""A part of a formula over arguments: the name of one, the constant ``e``, a number, or a head and its arguments."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A function: the names of its arguments, the sorts that it takes, the sort that it gives.

    ``more``: any number of further arguments like the last. ``whole``: its value is a whole number wherever it has one.
    ``defined``: the conditions under which it has a value at real numbers, of which all must hold;
    ``kernel.expr.conditions`` writes them for the arguments of a node. ``means``: what it says in other functions.
    """

    head: Head
    names: tuple[str, ...]
    takes: tuple[Sort, ...]
    gives: Sort
    more: bool = False
    whole: bool = False
    defined: tuple[Part, ...] = ()
    means: Part | None = None

    @property
    def shape(self) -> str:
        """A call of the function, for messages."""
        return f"{self.head.value}({', '.join(self.names)}{', ...' if self.more else ''})"


_H = Head
_N, _F, _L, _M = Sort.NUMBER, Sort.FORMULA, Sort.LIST, Sort.MATRIX
_LETTERS = {"p": _F, "q": _F, "m": _M, "u": _M, "v": _M, "[a, b, ...]": _L}


def _of(
    head: Head,
    names: str,
    gives: Sort = _N,
    *,
    more: bool = False,
    whole: bool = False,
    defined: tuple[Part, ...] = (),
    means: Part | None = None,
) -> Signature:
    """Return the signature of a function; the names of its arguments tell what they are."""
    every = tuple(names.split(", ")) if names[0] != "[" else (names,)
    return Signature(head, every, tuple(_LETTERS.get(one, _N) for one in every), gives, more, whole, defined, means)


def _whole(*names: str) -> tuple[Part, ...]:
    return tuple((_H.IS_INT, one) for one in names)


_MODULUS: tuple[Part, ...] = (*_whole("a", "n"), (_H.GE, "n", 1))

SIGNATURES: Mapping[Head, Signature] = {
    one.head: one
    for one in (
        _of(_H.SQRT, "x", defined=((_H.GE, "x", 0),)),
        _of(_H.ABS, "x"),
        _of(_H.EXP, "x", means=(_H.POW, "e", "x")),
        _of(_H.LN, "x", defined=((_H.GT, "x", 0),), means=(_H.LOG, "x", "e")),
        *(_of(head, "x") for head in (_H.SIN, _H.COS)),
        _of(_H.TAN, "x", defined=((_H.NE, (_H.COS, "x"), 0),)),
        *(_of(head, "x", defined=((_H.LE, -1, "x"), (_H.LE, "x", 1))) for head in (_H.ASIN, _H.ACOS)),
        _of(_H.ATAN, "x"),
        *(_of(head, "x", whole=True) for head in (_H.FLOOR, _H.CEIL)),
        *(_of(head, "z") for head in (_H.RE, _H.IM, _H.CONJ)),
        _of(_H.ARG, "z", defined=((_H.NE, "z", 0),)),
        _of(
            _H.ROOT,
            "x, n",
            defined=((_H.IS_INT, "n"), (_H.GE, "n", 2), (_H.OR, (_H.GE, "x", 0), (_H.CONGRUENT, "n", 1, 2))),
        ),
        _of(_H.LOG, "x, base", defined=((_H.GT, "x", 0), (_H.GT, "base", 0), (_H.NE, "base", 1))),
        *(_of(head, "a, b", more=True) for head in (_H.MIN, _H.MAX)),
        *(_of(head, "a, b", more=True, whole=True, defined=_whole("a", "b")) for head in (_H.GCD, _H.LCM)),
        _of(_H.MOD, "a, n", whole=True, defined=_MODULUS),
        _of(_H.INVERSE_MOD, "a, n", whole=True, defined=(*_MODULUS, (_H.EQ, (_H.GCD, "a", "n"), 1))),
        _of(_H.FACTORIAL, "n", whole=True, defined=((_H.IS_INT, "n"), (_H.GE, "n", 0))),
        _of(_H.BINOMIAL, "n, k", whole=True, defined=(*_whole("n", "k"), (_H.GE, "n", 0), (_H.GE, "k", 0))),
        _of(_H.DIGIT_SUM, "n", whole=True, defined=((_H.IS_INT, "n"), (_H.GE, "n", 0))),
        _of(_H.NUM_DIVISORS, "n", whole=True, defined=((_H.IS_INT, "n"), (_H.GE, "n", 1))),
        _of(_H.DIGIT, "n, k", whole=True, defined=(*_whole("n", "k"), (_H.GE, "n", 0), (_H.GE, "k", 0))),
        _of(_H.DIVIDES, "a, n", _F, defined=_whole("a", "n")),
        _of(_H.CONGRUENT, "a, b, n", _F, defined=(*_whole("a", "b", "n"), (_H.GE, "n", 1))),
        *(_of(head, "n", _F) for head in (_H.IS_INT, _H.IS_PRIME)),
        *(_of(head, "p, q", _F) for head in (_H.IMPLIES, _H.IFF)),
        _of(_H.IF, "p, a, b"),
        _of(_H.ABOUT, "a, b, places", _F, defined=_whole("places")),
        *(_of(head, "[a, b, ...]") for head in (_H.MEAN, _H.MEDIAN, _H.VARIANCE)),
        *(_of(head, "m") for head in (_H.DET, _H.NORM)),
        *(_of(head, "m", _M) for head in (_H.TRANSPOSE, _H.INVERSE)),
        _of(_H.DOT, "u, v"),
        _of(_H.CROSS, "u, v", _M),
        # the signs that are not defined everywhere
        _of(_H.DIV, "a, b", defined=((_H.NE, "b", 0),)),
        _of(_H.FLOORDIV, "a, b", whole=True, defined=((_H.NE, "b", 0),), means=(_H.FLOOR, (_H.DIV, "a", "b"))),
        _of(_H.REM, "a, n", whole=True, defined=_MODULUS, means=(_H.MOD, "a", "n")),
    )
}
"""The functions that take plain arguments, and the signs that are not defined everywhere."""

RELATION_SIGNS: Mapping[Head, str] = {
    **{_H.EQ: "=", _H.NE: "≠", _H.LT: "<", _H.LE: "≤", _H.GT: ">", _H.GE: "≥", _H.APPROX: "≈"},
}
"""The relations of claims about texts, with their signs as people write them."""
RELATIONS: Mapping[str, Head] = {sign: head for head, sign in RELATION_SIGNS.items()}

SIGNS = frozenset({_H.DIV, _H.FLOORDIV, _H.REM})
"""The heads of ``SIGNATURES`` that are written as signs, not called by name."""

ON_WHOLE_NUMBERS = frozenset(
    head
    for head, one in SIGNATURES.items()
    if one.defined and all((_H.IS_INT, name) in one.defined for name in one.names)
)
"""The functions and relations that are undefined unless all of their arguments are whole numbers."""

_ONE = (_H.NEG, _H.NOT, _H.PERCENT, _H.LEN, _H.FOR_ALL, _H.EXISTS, _H.NUM_SOLUTIONS, _H.DEGREE)
_THREE = (_H.DIFF, _H.SUM, _H.PROD, _H.COUNT_OF, _H.INTEGRAL, _H.IS_MAX, _H.IS_MIN)
ARGUMENTS: Mapping[Head, tuple[int, int]] = {
    **dict.fromkeys(Head, (2, 2)),
    **{head: (1, MAX_NODES) if one.more else (len(one.names),) * 2 for head, one in SIGNATURES.items()},
    **dict.fromkeys(_ONE, (1, 1)),
    **dict.fromkeys(_THREE, (3, 3)),
    **dict.fromkeys((_H.TRUE, _H.FALSE, _H.INFINITY), (0, 0)),
    **dict.fromkeys((_H.AND, _H.OR, _H.TUPLE, _H.MATRIX, _H.VECTOR, _H.CALL), (1, MAX_NODES)),
    **dict.fromkeys((_H.LIST, _H.SET), (0, MAX_NODES)),
    _H.LIMIT: (2, 3),
}
"""The least and the greatest number of arguments of each head."""

SCOPED: Mapping[Head, tuple[int, ...]] = {
    **dict.fromkeys((Head.SUM, Head.PROD, Head.COUNT_OF, Head.INTEGRAL, Head.LIMIT), (0,)),
    **dict.fromkeys((Head.FOR_ALL, Head.EXISTS, Head.NUM_SOLUTIONS, Head.DEGREE, Head.COEFF), (0,)),
    **dict.fromkeys((Head.SET_OF, Head.DIVIDES_POLY), (0, 1)),
    Head.SOLVES: (1,),  # the values stand outside
    **dict.fromkeys((Head.IS_MAX, Head.IS_MIN), (1, 2)),
}
"""The heads that bind letters, and in which of their arguments these are bound."""

SINGLE = frozenset({_H.SUM, _H.PROD, _H.COUNT_OF, _H.INTEGRAL, _H.LIMIT, _H.DEGREE, _H.COEFF, _H.DIVIDES_POLY})
"""The heads that bind exactly one letter; the others of ``SCOPED`` bind one or more, each once."""
