"""Which formulas are defined whatever their letters stand for (trusted): those made of
total operations, and of others where signs show that they are defined."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from verifier.checkers.enclosure import exactly, sign
from verifier.kernel.expr import (
    COMPARISONS,
    CONNECTIVES,
    Const,
    Dec,
    Expr,
    Head,
    Int,
    Node,
    Sym,
    Text,
    Type,
    walk_expr,
)
from verifier.kernel.verdict import CheckFailed

_TOTAL = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.IS_INT, Head.TRUE, Head.FALSE})
_QUANTIFIERS = frozenset({Head.FOR_ALL, Head.EXISTS})
_ORDERS = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})
_EVERYWHERE = frozenset({Head.ABS, Head.FLOOR, Head.CEIL, Head.MIN, Head.MAX, Head.SIN, Head.COS, Head.EXP, Head.ATAN})
_CALCULATED = _EVERYWHERE | {Head.SQRT, Head.ROOT, Head.LN, Head.LOG, Head.ASIN, Head.ACOS}
"""Functions that are defined for real numbers, all or those of some signs."""
_PARTLY = frozenset({Head.SQRT, Head.ROOT, Head.LN, Head.LOG, Head.ASIN, Head.ACOS})
"""Functions that have other values, outside of their real domains, where complex numbers are spoken of."""
_COMPLEX = frozenset({Head.RE, Head.IM, Head.CONJ, Head.ARG})
_OF_NUMBERS = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.EXP}) | _COMPLEX
NOTHING: frozenset[Expr] = frozenset()
REAL = frozenset({Type.REAL, Type.RAT, Type.INT, Type.COUNT, Type.POS})
NUMBERS = REAL | {Type.UNDECLARED, Type.COMPLEX}
"""The types whose letters are numbers."""
_CALCULATIONS = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.ABS})
"""Operations that matrices and points have too, where their sizes fit."""
_SIZED = frozenset({Type.MATRIX, Type.POINT})
"""The types of letters that stand for arrays of some size: whether two can be compared is not known."""


def total(expr: Expr, types: Mapping[str, Type], given: frozenset[Expr] = NOTHING) -> bool:
    """Return whether ``expr`` surely denotes something, or holds or fails, whatever its letters of these types are;
    where the comparisons ``given`` hold."""
    if isinstance(expr, Int | Dec | Sym | Const):
        return True
    if isinstance(expr, Text):
        return False
    if expr.head in _QUANTIFIERS:
        bound = {one.name: one.type for one in expr.letters}
        kept = frozenset(one for one in given if one.free.isdisjoint(bound))
        return total(expr.args[0], {**types, **bound}, kept)
    if expr.head in _ORDERS and not (all(map(real, expr.args)) and all(types.get(x) in REAL for x in expr.free)):
        return False
    if expr.head in _CALCULATIONS and not all(types.get(x, Type.UNDECLARED) in NUMBERS for x in expr.free):
        return False
    if expr.head in COMPARISONS and any(types.get(x) in _SIZED for x in expr.free):
        return False
    if expr.head in _TOTAL or expr.head in COMPARISONS or expr.head in CONNECTIVES:
        return all(total(arg, types, given) for arg in expr.args)
    if expr.head in _CALCULATED and not all(_real_number(arg, types) for arg in expr.args):
        exponential = expr.head is Head.EXP and _number(expr.args[0], types)
        return (expr.head is Head.ABS or exponential) and total(expr.args[0], types, given)
    match expr.head, expr.args:
        case ((Head.SUM | Head.PROD), (body, Int(), Int())):
            kept = frozenset(one for one in given if one.free.isdisjoint(x.name for x in expr.letters))
            return total(body, {**types, **{one.name: Type.INT for one in expr.letters}}, kept)
        case Head.DIV, (over, under):
            return total(over, types, given) and total(under, types, given) and apart(under, types, given)
        case Head.POW, (base, Int(value)):
            return total(base, types, given) and (value > 0 or apart(base, types, given))
        case Head.POW, (base, Node(head=Head.NEG, args=(Int(),))):
            return total(base, types, given) and apart(base, types, given)
        case Head.POW, (Const("e"), exponent) if _number(exponent, types):
            return total(exponent, types, given)
        case Head.POW, (base, exponent):
            known = all(_real_number(arg, types) and total(arg, types, given) for arg in (base, exponent))
            return known and least(base, types, given, strictly=True)
        case Head.LOG, (x, base):
            known = all(total(one, types, given) and least(one, types, given, strictly=True) for one in (x, base))
            return known and _not_one(base, given)
        case ((Head.ASIN | Head.ACOS), (x,)):
            ends = [Node(head, (Int(1), x)) for head in (Head.ADD, Head.SUB)]
            return total(x, types, given) and not x.free and all(map(_not_negative, ends))
        case head, args if head in _EVERYWHERE:
            return all(total(arg, types, given) for arg in args)
        case Head.NORM, (Node(head=Head.VECTOR, args=entries),):
            return all(_real_number(one, types) and total(one, types, given) for one in entries)
        case Head.SQRT, (x,):
            return total(x, types, given) and least(x, types, given, strictly=False)
        case Head.ROOT, (x, Int(index)):
            return index >= 2 and total(x, types, given) and (index % 2 == 1 or least(x, types, given, strictly=False))
        case Head.LN, (x,):
            return total(x, types, given) and least(x, types, given, strictly=True)
        case Head.IF, args:
            return all(total(arg, types, given) for arg in args)
    return False


def apart(expr: Expr, types: Mapping[str, Type], given: frozenset[Expr]) -> bool:
    """Return whether a number is surely not zero, wherever it is defined and the comparisons ``given`` hold."""
    if _said(Head.NE, expr, given):
        return True
    if not _real_number(expr, types):
        return False
    if isinstance(expr, Node) and expr.head in (Head.LN, Head.LOG) and _not_one(expr.args[0], given):
        return True
    return any(least(one, types, given, strictly=True) for one in (expr, Node(Head.NEG, (expr,))))


def _not_one(expr: Expr, given: frozenset[Expr]) -> bool:
    """Whether a number that is defined is surely not one."""
    if Node(Head.NE, (expr, Int(1))) in given or Node(Head.NE, (Int(1), expr)) in given:
        return True
    return not expr.free and _sign(Node(Head.SUB, (expr, Int(1)))) is not None


def _not_negative(expr: Expr) -> bool:
    """Whether a number without letters is surely at least zero."""
    try:
        known = exactly(expr)
    except CheckFailed:
        return False
    return known >= 0 if known is not None else _sign(expr) == 1


TURNED: Mapping[Head, Head] = {Head.LT: Head.GT, Head.GT: Head.LT, Head.LE: Head.GE, Head.GE: Head.LE}
"""The order of the right side to the left one, by that of the left side to the right one."""


def _said(head: Head, expr: Expr, given: frozenset[Expr]) -> bool:
    """Whether it is given that a number stands in this order to zero."""
    return Node(head, (expr, Int(0))) in given or Node(TURNED.get(head, head), (Int(0), expr)) in given


def least(expr: Expr, types: Mapping[str, Type], given: frozenset[Expr] = NOTHING, *, strictly: bool) -> bool:
    """Return whether a real number is surely at least zero (``strictly``: greater) wherever it is defined, and the
    comparisons ``given`` hold."""
    if _said(Head.GT, expr, given) or (not strictly and _said(Head.GE, expr, given)):
        return True
    if not expr.free and (known := _sign(expr)) is not None:
        return known > 0
    match expr:
        case Int(value):
            return value > 0 if strictly else value >= 0
        case Dec(value=value, unit=unit):
            return value > unit  # which may be rounded
        case Sym(name):
            return types.get(name) is Type.POS or (not strictly and types.get(name) is Type.COUNT)
        case Node(head=Head.ADD, args=(a, b)):
            signs = [least(arg, types, given, strictly=False) for arg in (a, b)]
            return all(signs) and (not strictly or any(least(arg, types, given, strictly=True) for arg in (a, b)))
        case Node(head=Head.MUL, args=(a, b)) if a == b and not strictly:
            return True
        case Node(head=Head.MUL | Head.DIV, args=args):
            return all(least(arg, types, given, strictly=strictly) for arg in args)
        case Node(head=Head.POW, args=(base, Int(power))):
            even = power % 2 == 0 and not strictly
            return even or least(base, types, given, strictly=strictly)
        case Node(head=Head.POW, args=(base, _)):
            return least(base, types, given, strictly=True)
        case Node(head=Head.ABS):
            return not strictly
        case Node(head=Head.SQRT, args=(x,)):
            return not strictly or least(x, types, given, strictly=True)
        case Node(head=Head.NORM, args=(Node(head=Head.VECTOR, args=entries),)):
            return not strictly or any(apart(one, types, given) for one in entries)
        case Node(head=Head.MIN | Head.MAX, args=args):
            return all(least(arg, types, given, strictly=strictly) for arg in args)
        case Node(head=Head.EXP | Head.FACTORIAL):
            return True
        case Node(head=Head.BINOMIAL):
            return not strictly
        case Node(head=Head.NEG, args=(Node(head=Head.NEG, args=(x,)),)):
            return least(x, types, given, strictly=strictly)
        case Node(head=Head.NEG, args=(x,)):
            return _said(Head.LT, x, given) or (not strictly and _said(Head.LE, x, given))
    return False


def _sign(expr: Expr) -> int | None:
    """1 or -1 where a number without letters, and without decimals, is certainly positive or negative."""
    return None if any(isinstance(part, Dec) for part in walk_expr(expr)) else sign(expr)


def _real_number(expr: Expr, types: Mapping[str, Type]) -> bool:
    return real(expr) and not isinstance(expr, Text) and all(types.get(name) in REAL for name in expr.free)


def _number(expr: Expr, types: Mapping[str, Type]) -> bool:
    """Whether an expression that is defined is a real or a complex number."""
    if isinstance(expr, Sym):
        return types.get(expr.name) in REAL or types.get(expr.name) is Type.COMPLEX
    if isinstance(expr, Node):
        return expr.head in _OF_NUMBERS and all(_number(arg, types) for arg in expr.args)
    return not isinstance(expr, Text)


def real(expr: Expr) -> bool:
    """Return whether the imaginary unit does not occur."""
    return not any(part == Const("i") for part in walk_expr(expr))


@lru_cache(maxsize=4096)
def speaks_of_complex(formula: Expr) -> bool:
    """Return whether a formula speaks of complex numbers: of the imaginary unit, of parts, or by a letter's type."""
    return any(
        part == Const("i")
        or (isinstance(part, Node) and (part.head in _COMPLEX or any(x.type is Type.COMPLEX for x in part.letters)))
        for part in walk_expr(formula)
    )


@lru_cache(maxsize=4096)
def speaks_otherwise(formula: Expr) -> bool:
    """Return whether a formula speaks of roots, logarithms or powers that need not be real numbers, where complex
    numbers are spoken of."""
    return any(
        isinstance(part, Node)
        and (part.head in _PARTLY or (part.head is Head.POW and not _is_whole(part.args[1])))
        and not total(part, dict.fromkeys(part.free, Type.REAL))
        for part in walk_expr(formula)
    )


def _is_whole(expr: Expr) -> bool:
    return isinstance(expr, Int) or (isinstance(expr, Node) and expr.head is Head.NEG and isinstance(expr.args[0], Int))
