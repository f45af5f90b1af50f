"""Equations between complex numbers as equations between their parts, for letters that are given by theirs.

Only values are found from it; whether the equations hold there is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from verifier.checkers.formulas.rules.complex_numbers import exponent
from verifier.kernel.expr import COMPARISONS, Const, Expr, Head, Int, Node, Sym, node

MAX_POWER = 6  # largest exponent that is multiplied out
Parts = tuple[Expr, Expr]
_NONE = Int(0)


def real_equations(formula: Expr, letters: Mapping[str, Parts]) -> Expr:
    """Return a formula in which equations that speak of these letters, or of the imaginary unit, say that the real
    parts are equal and the imaginary parts; what has no parts that are known here stays as it is."""
    if not isinstance(formula, Node) or formula.letters:
        return formula
    if formula.head is Head.EQ and (squares := _modulus(formula, letters)) is not None:
        return squares
    if formula.head in (Head.EQ, Head.NE):
        one, other = (parts(side, letters) for side in formula.args)
        if one is None or other is None or (one[1] is _NONE and other[1] is _NONE):
            return formula if one is None or other is None else node(formula.head, one[0], other[0])
        same = node(Head.AND, node(Head.EQ, one[0], other[0]), node(Head.EQ, one[1], other[1]))
        return same if formula.head is Head.EQ else node(Head.NOT, same)
    if formula.head in COMPARISONS:
        sides = [parts(side, letters) for side in formula.args]
        numbers = [one[0] for one in sides if one is not None and one[1] is _NONE]
        return node(formula.head, *numbers) if len(numbers) == 2 else formula
    return Node(formula.head, tuple(real_equations(arg, letters) for arg in formula.args))


def _modulus(equation: Node, letters: Mapping[str, Parts]) -> Expr | None:
    """What says by squares that a modulus is a number."""
    for one, other in (equation.args, equation.args[::-1]):
        if isinstance(one, Node) and one.head is Head.ABS:
            inner, value = parts(one.args[0], letters), parts(other, letters)
            if inner is not None and value is not None and inner[1] is not _NONE and value[1] is _NONE:
                (a, b), c = inner, value[0]
                square = node(Head.EQ, _add(_mul(a, a), _mul(b, b)), _mul(c, c))
                return node(Head.AND, square, node(Head.GE, c, Int(0)))
    return None


def parts(expr: Expr, letters: Mapping[str, Parts]) -> Parts | None:
    """Return the real and the imaginary part of an expression, or None where they are not known here."""
    if isinstance(expr, Sym):
        return letters.get(expr.name, (expr, _NONE))
    if expr == Const("i"):
        return _NONE, Int(1)
    if not isinstance(expr, Node):
        return expr, _NONE
    power = exponent(expr)
    if power is not None and (turned := parts(power, letters)) is not None and turned[1] is not _NONE:
        a, b = turned
        real, imaginary = node(Head.COS, b), node(Head.SIN, b)
        modulus = node(Head.EXP, a)
        return (real, imaginary) if a is _NONE else (node(Head.MUL, modulus, real), node(Head.MUL, modulus, imaginary))
    inner = [parts(arg, letters) for arg in expr.args]
    known = [one for one in inner if one is not None]
    if expr.letters or len(known) < len(inner):
        return None
    if all(one[1] is _NONE for one in known) and expr.head not in (Head.RE, Head.IM, Head.CONJ):
        return Node(expr.head, tuple(one[0] for one in known)), _NONE
    return _combined(expr, known)


def _combined(expr: Node, known: list[Parts]) -> Parts | None:
    match expr.head, known:
        case Head.NEG, [(a, b)]:
            return _sub(_NONE, a), _sub(_NONE, b)
        case Head.ADD, [(a, b), (c, d)]:
            return _add(a, c), _add(b, d)
        case Head.SUB, [(a, b), (c, d)]:
            return _sub(a, c), _sub(b, d)
        case Head.MUL, [one, other]:
            return _times(one, other)
        case Head.DIV, [one, (c, d)]:
            if d is _NONE:
                return node(Head.DIV, one[0], c), node(Head.DIV, one[1], c)
            over, under = _times(one, (c, _sub(_NONE, d))), _add(_mul(c, c), _mul(d, d))
            return node(Head.DIV, over[0], under), node(Head.DIV, over[1], under)
        case Head.POW, [base, (Int(power), _)] if 0 < power <= MAX_POWER:
            found = base
            for _ in range(power - 1):
                found = _times(found, base)
            return found
        case Head.CONJ, [(a, b)]:
            return a, _sub(_NONE, b)
        case Head.RE, [(a, _)]:
            return a, _NONE
        case Head.IM, [(_, b)]:
            return b, _NONE
        case Head.ABS, [(a, b)]:
            return node(Head.SQRT, _add(_mul(a, a), _mul(b, b))), _NONE
    return None


def _times(one: Parts, other: Parts) -> Parts:
    (a, b), (c, d) = one, other
    return _sub(_mul(a, c), _mul(b, d)), _add(_mul(a, d), _mul(b, c))


def _add(a: Expr, b: Expr) -> Expr:
    return b if a is _NONE else a if b is _NONE else node(Head.ADD, a, b)


def _sub(a: Expr, b: Expr) -> Expr:
    return a if b is _NONE else node(Head.NEG, b) if a is _NONE else node(Head.SUB, a, b)


def _mul(a: Expr, b: Expr) -> Expr:
    return _NONE if a is _NONE or b is _NONE else node(Head.MUL, a, b)
