"""Which formulas are defined whatever their letters stand for (trusted): those made of total operations alone."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.kernel.formula import COMPARISONS, CONNECTIVES, Expr, Head, Text, Type, free, parts
from verifier.kernel.term import Const, Dec, Int, Sym

_TOTAL = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.IS_INT, Head.TRUE, Head.FALSE})
_QUANTIFIERS = frozenset({Head.FOR_ALL, Head.EXISTS})
_ORDERS = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})
REAL = frozenset({Type.REAL, Type.RAT, Type.INT, Type.COUNT, Type.POS})


def total(expr: Expr, types: Mapping[str, Type]) -> bool:
    """Return whether ``expr`` surely denotes something, or holds or fails, whatever its letters of these types are."""
    if isinstance(expr, Int | Dec | Sym | Const):
        return True
    if isinstance(expr, Text):
        return False
    if expr.head in _QUANTIFIERS:
        return total(expr.args[0], {**types, **{one.name: one.type for one in expr.letters}})
    if expr.head in _ORDERS and not (all(map(real, expr.args)) and all(types.get(x) in REAL for x in expr.free)):
        return False
    if expr.head in _TOTAL or expr.head in COMPARISONS or expr.head in CONNECTIVES:
        return all(total(arg, types) for arg in expr.args)
    match expr.head, expr.args:
        case Head.DIV, (over, Int(value)):
            return value != 0 and total(over, types)
        case Head.POW, (base, Int(value)):
            return value > 0 and total(base, types)
        case Head.ABS, (inner,):
            return total(inner, types)
        case ((Head.FLOOR | Head.CEIL | Head.MIN | Head.MAX), args):
            return all(_real_number(arg, types) and total(arg, types) for arg in args)
        case Head.SQRT, (Int(value),):
            return value >= 0
        case Head.IF, args:
            return all(total(arg, types) for arg in args)
    return False


def _real_number(expr: Expr, types: Mapping[str, Type]) -> bool:
    return real(expr) and not isinstance(expr, Text) and all(types.get(name) in REAL for name in free(expr))


def real(expr: Expr) -> bool:
    """Return whether the imaginary unit does not occur."""
    return not any(part == Const("i") for part in parts(expr))
