"""How many arguments and letters a node of each head has: no other node has a meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.kernel.formula import MAX_NODES, SCOPED, Head, Node

_H = Head
_ONE: Final = (
    *(_H.NEG, _H.NOT, _H.SQRT, _H.ABS, _H.EXP, _H.LN, _H.SIN, _H.COS, _H.TAN, _H.ASIN, _H.ACOS, _H.ATAN),
    *(_H.RE, _H.IM, _H.CONJ, _H.ARG, _H.FLOOR, _H.CEIL, _H.FACTORIAL, _H.DIGIT_SUM, _H.NUM_DIVISORS),
    *(_H.IS_INT, _H.IS_PRIME, _H.LEN, _H.FOR_ALL, _H.EXISTS, _H.NUM_SOLUTIONS, _H.DEGREE),
    *(_H.DET, _H.TRANSPOSE, _H.INVERSE, _H.NORM, _H.MEAN, _H.MEDIAN, _H.VARIANCE),
)
_THREE: Final = (
    *(_H.ABOUT, _H.CONGRUENT, _H.IF, _H.DIFF, _H.SUM, _H.PROD, _H.COUNT_OF, _H.INTEGRAL, _H.IS_MAX, _H.IS_MIN),
)
ARGUMENTS: Final[Mapping[Head, tuple[int, int]]] = {
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

SINGLE: Final = frozenset({_H.SUM, _H.PROD, _H.COUNT_OF, _H.INTEGRAL, _H.LIMIT, _H.DEGREE, _H.COEFF, _H.DIVIDES_POLY})
"""The heads that bind exactly one letter; the others of ``SCOPED`` bind one or more, each once."""


def fits(node: Node) -> bool:
    """Return whether a node has as many arguments and letters as its head takes."""
    least, most = ARGUMENTS[node.head]
    if not least <= len(node.args) <= most:
        return False
    if node.head not in SCOPED:
        return not node.letters
    if node.head in SINGLE:
        return len(node.letters) == 1
    return bool(node.letters) and len({letter.name for letter in node.letters}) == len(node.letters)
