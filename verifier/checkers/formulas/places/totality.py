"""Which formulas are defined whatever their letters stand for (trusted): those made of
total operations, and of others where signs show that they are defined."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from verifier.checkers.enclosure import exactly, sign
from verifier.kernel.expr import (
    COMPARISONS,
    CONNECTIVES,
    FORMULAS,
    Const,
    Dec,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Node,
    Sym,
    Text,
    Type,
    conditions,
    walk_expr,
)
from verifier.kernel.functions import SIGNATURES
from verifier.kernel.verdict import CheckFailed

_TOTAL = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.TRUE, Head.FALSE, Head.IS_INT, Head.IS_PRIME, Head.IF})
_ORDERS = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})
_CLOSED = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.ABS, Head.MIN, Head.MAX})
"""Functions that give whole numbers of whole numbers."""
_OTHERS = frozenset({Head.ABOUT, Head.MEAN, Head.MEDIAN, Head.VARIANCE, Head.DET, Head.NORM, Head.TRANSPOSE})
_COMPLEX_TOO = frozenset({Head.RE, Head.IM, Head.CONJ, Head.ARG, Head.DIV, Head.INVERSE, Head.DOT, Head.CROSS})
CONDITIONAL = frozenset(SIGNATURES) - _OTHERS - _TOTAL - _COMPLEX_TOO - CONNECTIVES
"""Functions and relations of real numbers that are defined where these are and their conditions hold."""
_OF_TERMS = CONDITIONAL | COMPARISONS | {Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.IS_INT}
_PARTLY = frozenset({Head.SQRT, Head.ROOT, Head.LN, Head.LOG, Head.ASIN, Head.ACOS})
"""Functions that have other values, outside of their real domains, where complex numbers are spoken of."""
_COMPLEX = frozenset({Head.RE, Head.IM, Head.CONJ, Head.ARG})
_OF_NUMBERS = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.EXP}) | _COMPLEX
NOTHING: frozenset[Expr] = frozenset()
REAL = frozenset({Type.REAL, Type.RAT, Type.INT, Type.COUNT, Type.POS})
WHOLE = frozenset({Type.INT, Type.COUNT, Type.POS})
"""The types whose letters are whole numbers."""
NUMBERS = REAL | {Type.UNDECLARED, Type.COMPLEX}
"""The types whose letters are numbers."""
_CALCULATIONS = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.ABS})
"""Operations that matrices and points have too, where their sizes fit."""
_SIZED = frozenset({Type.MATRIX, Type.POINT})
"""The types of letters that stand for arrays of some size: whether two can be compared is not known."""


def total(
    expr: Expr, types: Mapping[str, Type], given: frozenset[Expr] = NOTHING, whole: frozenset[Expr] = NOTHING
) -> bool:
    """Return whether ``expr`` surely denotes something, or holds or fails, whatever its letters of these types are;
    where the comparisons ``given`` hold, and the numbers ``whole`` are whole: whether the conditions of its functions
    hold, which ``kernel.functions`` lists."""
    if isinstance(expr, Int | Dec | Sym | Const):
        return True
    if isinstance(expr, Text):
        return False
    head, args = expr.head, expr.args
    quantified = head in (Head.FOR_ALL, Head.EXISTS)
    if quantified or (head in (Head.SUM, Head.PROD) and all(isinstance(end, Int) for end in args[1:])):
        bound = {one.name: one.type if quantified else Type.INT for one in expr.letters}
        given, whole = (frozenset(one for one in known if one.free.isdisjoint(bound)) for known in (given, whole))
        own = frozenset(Sym(name) for name, kind in bound.items() if kind in WHOLE)
        return total(args[0], {**types, **bound}, given, whole | own)
    if head in _OF_TERMS and any(isinstance(arg, Node) and arg.head in FORMULAS for arg in args):
        return False  # a formula is no number
    if head in _ORDERS and not (all(map(real, args)) and all(types.get(x) in REAL for x in expr.free)):
        return False
    if head in _CALCULATIONS and not all(types.get(x, Type.UNDECLARED) in NUMBERS for x in expr.free):
        return False
    if head in COMPARISONS and any(types.get(x) in _SIZED for x in expr.free):
        return False
    if head is Head.NORM and isinstance(args[0], Node) and args[0].head is Head.VECTOR:
        return all(_real_number(one, types) and total(one, types, given, whole) for one in args[0].args)
    if not all(total(arg, types, given, whole) for arg in args):
        return False
    if head in CONDITIONAL and not all(_real_number(arg, types) for arg in args):
        return head is Head.ABS or (head is Head.EXP and _number(args[0], types))
    if head is Head.POW:
        base, power = args
        if _is_whole(power):
            return (isinstance(power, Int) and power.value > 0) or apart(base, types, given)
        if base == Const("e") and _number(power, types):
            return True
        return all(_real_number(arg, types) for arg in args) and least(base, types, given, strictly=True)
    if head in CONDITIONAL or head is Head.DIV:
        return all(is_condition_met(one, types, given, whole) for one in conditions_of(expr))
    return head in _TOTAL or head in COMPARISONS or head in CONNECTIVES


@lru_cache(maxsize=4096)
def conditions_of(expr: Node) -> tuple[Expr, ...]:
    """Return the conditions under which a function has a value; False where they are too large."""
    try:
        return conditions(expr)
    except ExprTooLarge:
        return (Node(Head.FALSE),)


def is_condition_met(
    condition: Expr, types: Mapping[str, Type], given: frozenset[Expr], whole: frozenset[Expr]
) -> bool:
    """Return whether a condition of a function surely holds: by signs, since numbers are whole, or by their values."""
    match condition:
        case Node(head=Head.IS_INT, args=(n,)):
            return is_whole(n, whole)
        case Node(head=Head.NE, args=(x, Int(value))):
            return apart(x, types, given) if value == 0 else value == 1 and _not_one(x, given)
        case Node(head=Head.GT | Head.GE, args=(x, Int(0))):
            return least(x, types, given, strictly=condition.head is Head.GT)
        case Node(head=Head.GE, args=(x, y)) | Node(head=Head.LE, args=(y, x)):
            return not condition.free and _not_negative(Node(Head.SUB, (x, y)))
        case Node(head=Head.CONGRUENT, args=(Int(n), Int(1), Int(2))):
            return n % 2 == 1
        case Node(head=Head.OR, args=args):
            return any(is_condition_met(one, types, given, whole) for one in args)
    return False


_WHOLE = {head for head, one in SIGNATURES.items() if one.whole} | {Head.LEN, Head.NUM_SOLUTIONS, Head.COUNT_OF}
"""Functions whose values are whole, where they have one."""


def is_whole(expr: Expr, known: frozenset[Expr]) -> bool:
    """Return whether a number is surely whole, where it is defined, since the ``known`` ones are."""
    if expr in known or not isinstance(expr, Node):
        return expr in known or isinstance(expr, Int)
    if expr.head is Head.POW:
        return isinstance(expr.args[1], Int) and is_whole(expr.args[0], known)
    return expr.head in _WHOLE or (expr.head in _CLOSED and all(is_whole(arg, known) for arg in expr.args))


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
