"""The functions of the language: their names, what they take and what they give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.kernel.functions import ON_WHOLE_NUMBERS, SIGNATURES, SIGNS, Head, Signature, Type
from verifier.kernel.functions import Sort as Sort

FUNCTIONS: Final[Mapping[str, Signature]] = {h.value: one for h, one in SIGNATURES.items() if h not in SIGNS}
"""The functions that are called with plain arguments, by name."""


def list_calls(*, on_whole_numbers: bool) -> str:
    """Return the functions and relations of numbers in one line, those of whole numbers alone or the others."""
    whole = ON_WHOLE_NUMBERS | {Head.IS_INT, Head.IS_PRIME}
    every = [one for one in FUNCTIONS.values() if Sort.NUMBER in one.takes and one.head is not Head.ABOUT]
    chosen = [one for one in every if (one.head in whole) is on_whole_numbers]
    return " ".join(one.shape if len(one.names) > 1 and not one.more else one.head.value for one in chosen)


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
