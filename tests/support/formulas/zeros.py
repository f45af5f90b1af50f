"""Where the truth of a condition on one letter can change: the zeros, to 40 digits, of what is compared and divided."""

from __future__ import annotations

import ast
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import sympy

_REAL, _WHOLE = ("Real", "Rat", "Int", "NonNeg", "Pos"), ("Int", "NonNeg", "Pos")
DIGITS = 40


class Unknown(Exception):
    """The other evaluator cannot tell."""


def of_type(x: Any, kind: str) -> bool:
    """Return whether a number is of a type; a complex one with a tiny imaginary part is real."""
    if isinstance(x, Fraction):
        least = {"NonNeg": 0, "Pos": 1}.get(kind, x)
        return x >= least and (kind not in _WHOLE or x.denominator == 1)
    return kind in ("Complex", "Undeclared") or (kind == "Real" and abs(x.imag) < 1e-30)


def generic(kind: str) -> list[Any]:
    """Return values of a type that are no zeros of what has small coefficients."""
    if kind in _WHOLE:
        return [Fraction(10**9 + 7), *([Fraction(-(10**9) - 7)] if kind == "Int" else [])]
    real: list[Any] = [Fraction(10**9 + 7, 998), Fraction(-(10**9) - 7, 998), Fraction(1, 10**9 + 7)]
    return real if kind in _REAL else [*real, mpmath.mpc("17.123", "23.77")]


def candidates(condition: ast.expr, name: str, env: dict[str, Any]) -> list[Any] | None:
    """Return the zeros of both sides' differences and of all divisors; None where there is something else."""
    x = sympy.Symbol("x")
    try:
        tops = [p for p in _tops(condition, name, env, x) if p.has(x)]
    except Unknown:
        return None
    found: dict[Any, Any] = {}
    for p in tops:
        found |= dict(_zeros(p))
    return list(found.values())


@cache
def _zeros(p: Any) -> tuple[tuple[Any, Any], ...]:
    """The zeros of a polynomial, each with what tells it from others."""
    found: dict[Any, Any] = {}
    for factor, _ in sympy.Poly(p).factor_list()[1]:
        if factor.degree() == 1:
            root = -factor.nth(0) / factor.nth(1)
            found[root] = Fraction(int(root.p), int(root.q))
        else:
            found |= {mpmath.nstr(z, 25): z for z in map(_numeric, factor.nroots(n=DIGITS, maxsteps=500))}
    return tuple(found.items())


def _numeric(root: Any) -> Any:
    with mpmath.workdps(DIGITS):
        re, im = (mpmath.mpf(str(part)) for part in root.as_real_imag())
        return mpmath.mpc(re, im if abs(im) > mpmath.mpf(10) ** -30 else 0)


def _tops(at: ast.expr, name: str, env: dict[str, Any], x: Any) -> list[Any]:
    match at:
        case ast.Constant(value=bool()):
            return []
        case ast.BoolOp(values=values):
            return [p for one in values for p in _tops(one, name, env, x)]
        case ast.Compare(left=left, ops=[op], comparators=[right]) if not isinstance(op, ast.In):
            (a, b, first), (c, d, second) = _quotient(left, name, env, x), _quotient(right, name, env, x)
            return [sympy.expand(a * d - c * b), *first, *second]
    raise Unknown("not algebraic")


def _quotient(at: ast.expr, name: str, env: dict[str, Any], x: Any) -> tuple[Any, Any, list[Any]]:
    """The top, the bottom, and what must not be zero."""
    match at:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return sympy.Rational(str(number)), sympy.Integer(1), []
        case ast.Name(id=found) if found == name:
            return x, sympy.Integer(1), []
        case ast.Name(id=found) if isinstance(env.get(found), Fraction):
            return sympy.Rational(env[found].numerator, env[found].denominator), sympy.Integer(1), []
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            a, b, holes = _quotient(inner, name, env, x)
            return -a, b, holes
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(n))) if n > 0:
            a, b, holes = _quotient(left, name, env, x)
            return a**n, b**n, holes
        case ast.BinOp(left=left, op=op, right=right):
            (a, b, first), (c, d, second) = _quotient(left, name, env, x), _quotient(right, name, env, x)
            match op:
                case ast.Add():
                    return a * d + c * b, b * d, [*first, *second]
                case ast.Sub():
                    return a * d - c * b, b * d, [*first, *second]
                case ast.Mult():
                    return a * c, b * d, [*first, *second]
                case ast.Div():
                    return a * d, b * c, [*first, *second, sympy.expand(c)]
    raise Unknown("not algebraic")
