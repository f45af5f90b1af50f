"""The functions of the language: their names, what they take and what they give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from verifier.kernel.expr import Head, Type


class Sort(StrEnum):
    """What kind of thing an expression denotes."""

    NUMBER, FORMULA, SET, LIST, MATRIX = "a number", "a formula", "a set", "a list", "a matrix or vector"


_N, _F, _S, _L, _M = Sort.NUMBER, Sort.FORMULA, Sort.SET, Sort.LIST, Sort.MATRIX


@dataclass(frozen=True, slots=True)
class Signature:
    """A function: its head, the sorts it takes, the sort it gives. ``more``: any number of further arguments like the
    last. ``shape`` shows a call of it, for messages."""

    head: Head
    takes: tuple[Sort, ...]
    gives: Sort
    shape: str
    more: bool = False


def _of(head: Head, takes: tuple[Sort, ...], gives: Sort, names: str, more: bool = False) -> tuple[str, Signature]:
    return head.value, Signature(head, takes, gives, f"{head.value}({names})", more)


_H = Head
FUNCTIONS: Final[Mapping[str, Signature]] = dict(
    [
        *(_of(head, (_N,), _N, "x") for head in (_H.SQRT, _H.ABS, _H.EXP, _H.LN, _H.SIN, _H.COS, _H.TAN)),
        *(_of(head, (_N,), _N, "x") for head in (_H.ASIN, _H.ACOS, _H.ATAN, _H.FLOOR, _H.CEIL)),
        *(_of(head, (_N,), _N, "z") for head in (_H.RE, _H.IM, _H.CONJ, _H.ARG)),
        _of(_H.ROOT, (_N, _N), _N, "x, n"),
        _of(_H.LOG, (_N, _N), _N, "x, base"),
        *(_of(head, (_N, _N), _N, "a, b, ...", True) for head in (_H.MIN, _H.MAX, _H.GCD, _H.LCM)),
        _of(_H.MOD, (_N, _N), _N, "a, n"),
        _of(_H.FACTORIAL, (_N,), _N, "n"),
        _of(_H.BINOMIAL, (_N, _N), _N, "n, k"),
        *(_of(head, (_N,), _N, "n") for head in (_H.DIGIT_SUM, _H.NUM_DIVISORS)),
        _of(_H.DIGIT, (_N, _N), _N, "n, k"),
        _of(_H.DIVIDES, (_N, _N), _F, "a, n"),
        _of(_H.CONGRUENT, (_N, _N, _N), _F, "a, b, n"),
        *(_of(head, (_N,), _F, "n") for head in (_H.IS_INT, _H.IS_PRIME)),
        _of(_H.IMPLIES, (_F, _F), _F, "p, q"),
        _of(_H.IFF, (_F, _F), _F, "p, q"),
        _of(_H.IF, (_F, _N, _N), _N, "p, a, b"),
        _of(_H.ABOUT, (_N, _N, _N), _F, "a, b, places"),
        *(_of(head, (_L,), _N, "[a, b, ...]") for head in (_H.MEAN, _H.MEDIAN, _H.VARIANCE)),
        *(_of(head, (_M,), _N, "m") for head in (_H.DET, _H.NORM)),
        *(_of(head, (_M,), _M, "m") for head in (_H.TRANSPOSE, _H.INVERSE)),
        _of(_H.DOT, (_M, _M), _N, "u, v"),
        _of(_H.CROSS, (_M, _M), _M, "u, v"),
    ]
)
"""The functions that are called with plain arguments, by name."""

BINDERS: Final[Mapping[str, str]] = {
    "Sum": "Sum(expr, i, a, b)",
    "Prod": "Prod(expr, i, a, b)",
    "count_of": "count_of(condition, i, a, b)",
    "ForAll": "ForAll(x, condition)",
    "Exists": "Exists(x, condition)",
    "solves": "solves(x, [v1, v2], condition)",
    "num_solutions": "num_solutions(x, condition)",
    "is_max": "is_max(m, expr, x, condition)",
    "is_min": "is_min(m, expr, x, condition)",
    "diff": "diff(expr, x) or diff(expr, x, n)",
    "integral": "integral(expr, x) or integral(expr, x, a, b)",
    "limit": 'limit(expr, x, a) or limit(expr, x, a, "+")',
    "degree": "degree(p, x)",
    "coeff": "coeff(p, x, n)",
    "divides_poly": "divides_poly(p, q, x)",
}
"""The functions with letters among their arguments, with a call of each."""

SPECIAL: Final[Mapping[str, str]] = {
    "len": "len({k for k in Int if ...})",
    "numeral": 'numeral("1011", 2)',
    "Matrix": "Matrix([[a, b], [c, d]])",
    "Vector": "Vector([a, b])",
}

OLDER: Final[Mapping[str, str]] = {"Count": "count_of"}
"""Names of an earlier draft of the language that are still read."""

TYPES: Final[Mapping[str, Type]] = {
    **{"Int": Type.INT, "NonNeg": Type.COUNT, "Pos": Type.POS, "Rat": Type.RAT, "Real": Type.REAL},
    **{"Complex": Type.COMPLEX, "Undeclared": Type.UNDECLARED},
}
OLDER_TYPES: Final[Mapping[str, Type]] = {"Count": Type.COUNT, "Nat": Type.COUNT, "Integer": Type.INT}
TYPE_NAMES: Final[Mapping[Type, str]] = {kind: name for name, kind in TYPES.items()}

FIXED: Final[Mapping[Head, Type]] = {
    **dict.fromkeys((Head.SUM, Head.PROD, Head.COUNT_OF), Type.INT),
    **dict.fromkeys((Head.INTEGRAL, Head.LIMIT), Type.REAL),
    **dict.fromkeys((Head.DEGREE, Head.COEFF, Head.DIVIDES_POLY), Type.UNDECLARED),
}
"""The binders whose letters have one type, which is not written."""
