"""What functions of numbers and matrices give, each by its definition spelled out, or by SymPy."""

from __future__ import annotations

import ast
import math
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import sympy

from support.formulas.zeros import Unknown


class Undef(Exception):
    """An expression denotes nothing."""


def numbers(*values: Any) -> list[Any]:
    return [mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x for x in values]


def numerically(op: ast.cmpop, a: Any, b: Any) -> str:
    same = abs(a - b) < mpmath.mpf(10) ** -30
    if isinstance(op, ast.Eq | ast.NotEq):
        return "T" if same is isinstance(op, ast.Eq) else "F"
    if not (is_real(a) and is_real(b)):
        raise Undef
    less = mpmath.re(a) < mpmath.re(b)
    strict, holds = isinstance(op, ast.Lt | ast.Gt), less is isinstance(op, ast.Lt | ast.LtE)
    return "T" if (holds and not same) or (same and not strict) else "F"


def whole(*values: Fraction, least: int | None = None) -> list[int]:
    if any(x.denominator != 1 or (least is not None and x < least) for x in values):
        raise Undef
    return [int(x) for x in values]


def predicate(name: str, values: list[Any]) -> bool:
    x = values[0]
    match name:
        case "is_int":
            return x == math.floor(x)
        case "is_prime":
            return x.denominator == 1 and x > 1 and bool(sympy.isprime(int(x)))
        case "divides":
            a, n = whole(*values)
            return any(a * k == n for k in {0, n // a if a else 0})
        case "congruent":
            whole(values[2], least=1)
            a, b, n = whole(*values)
            return a % n == b % n
        case "about":
            gap, unit = abs(x - values[1]), Fraction(1, 10) ** int(values[2])
            if isinstance(x, Fraction) and (x / unit).denominator == 1:
                return bool(gap == 0)
            if unit / 2 < gap <= unit:
                raise Undef
            return bool(gap < unit)
    raise Unknown(name)


def is_real(x: Any) -> bool:
    return not isinstance(x, mpmath.mpc) or abs(x.imag) < 1e-30


def operation(op: type[ast.operator], a: Any, b: Any) -> Any:
    if isinstance(a, frozenset):
        return frozenset(x for x in (*a, *b) if op is ast.BitOr or (x in a and x in b))
    if isinstance(a, sympy.MatrixBase) or isinstance(b, sympy.MatrixBase):
        return of_matrices(op, a, b)
    if op is ast.Pow:
        return power(a, b)
    if isinstance(a, mpmath.mpc) or isinstance(b, mpmath.mpc):
        a, b = numbers(a, b)
        if op is ast.Div and abs(b) < mpmath.mpf(10) ** -30:
            raise Undef
    if op is ast.Mod:
        whole(b, least=1)
        n, m = whole(a, b)
        return n - m * (n // m)
    if op in (ast.Div, ast.FloorDiv) and b == 0:
        raise Undef
    made = {ast.Add: lambda: a + b, ast.Sub: lambda: a - b, ast.Mult: lambda: a * b, ast.Div: lambda: a / b}
    return made[op]() if op in made else Fraction(math.floor(a / b))


def power(a: Any, b: Fraction) -> Any:
    if a == 0 and b <= 0:
        raise Undef
    if b.denominator == 1:
        size = max(abs(a.numerator), a.denominator).bit_length() if isinstance(a, Fraction) else 1
        if size * abs(b) > 40_000:
            raise Unknown("large")
        return a ** int(b)
    return root(a, b.denominator) ** b.numerator if isinstance(a, Fraction) and a >= 0 else unknown()


def unknown() -> Any:
    raise Unknown("a value")


def root(x: Fraction, n: int) -> Fraction:
    if x < 0:
        return -root(-x, n) if n % 2 else unknown()
    over, under = (sympy.integer_nthroot(part, n) for part in (x.numerator, x.denominator))
    return Fraction(int(over[0]), int(under[0])) if over[1] and under[1] else unknown()


def of_matrices(op: type[ast.operator], a: Any, b: Any) -> Any:
    def plain(x: Any) -> Any:
        return sympy.Rational(x.numerator, x.denominator) if isinstance(x, Fraction) else x

    try:
        match op:
            case ast.Add:
                return a + b
            case ast.Sub:
                return a - b
            case ast.Mult:
                return plain(a) * plain(b)
            case ast.Div:
                return a / plain(b) if b != 0 else undefined()
            case ast.Pow:
                fits = a.shape[0] == a.shape[1] and (b >= 0 or a.det() != 0)
                return a ** int(b) if fits else undefined()
    except (sympy.matrices.exceptions.ShapeError, ValueError):
        raise Undef from None
    raise Unknown("matrices")


def undefined() -> Any:
    raise Undef


def rational(x: Fraction) -> Any:
    return sympy.Rational(x.numerator, x.denominator)


def fraction(x: Any) -> Fraction:
    if not x.is_Rational:
        raise Unknown("not rational")
    return Fraction(int(x.p), int(x.q))


def function(name: str, values: list[Any]) -> Any:
    x = values[0]
    match name:
        case "sqrt":
            return root(x, 2) if x >= 0 else unknown()
        case "root":
            return root(x, int(values[1]))
        case "abs":
            return max(x, -x)
        case "floor" | "ceil":
            return x.numerator // x.denominator if name == "floor" else -(-x.numerator // x.denominator)
        case "re" | "conj":
            return x
        case "im":
            return 0
        case "exp" | "cos" if x == 0:
            return 1
        case "ln" if x == 0:
            raise Undef
        case "sin" | "tan" | "asin" | "atan" if x == 0:
            return 0
        case "ln" | "acos" if x == 1:
            return 0
        case "arg" if x > 0:
            return 0
        case "min" | "max":
            return sorted(values)[0 if name == "min" else -1]
        case "mean":
            return sum(x) / Fraction(len(x))
        case "median":
            low, high = sorted(x), sorted(x, reverse=True)
            return (low[len(x) // 2] + high[len(x) // 2]) / 2
        case "variance":
            return sum(y * y for y in x) / Fraction(len(x)) - (sum(x) / Fraction(len(x))) ** 2
        case "det" | "norm" | "dot" | "cross" | "transpose" | "inverse":
            return of_matrix(name, values)
        case "log":
            return log(*values)
    return of_whole(name, values)


def log(x: Fraction, base: Fraction) -> Fraction:
    if x > 0 and base > 0 and base != 1:
        for q, p in product(range(1, 7), range(-24, 25)):
            if x**q == base**p:
                return Fraction(p, q)
    raise Unknown("log")


def of_matrix(name: str, values: list[Any]) -> Any:
    a, b = values[0], values[-1]
    if name in ("dot", "cross") and (a.shape != b.shape or (name == "cross" and len(a) != 3)):
        raise Undef
    if name in ("det", "inverse") and (a.shape[0] != a.shape[1] or (name == "inverse" and a.det() == 0)):
        raise Undef
    match name:
        case "transpose":
            return a.T
        case "inverse":
            return a.inv()
        case "cross":
            return a.cross(b)
        case "det":
            return fraction(a.det())
        case "norm" if a.shape[1] == 1:
            return root(fraction(sum(x * x for x in a)), 2)
        case "dot":
            return fraction(sum(x * y for x, y in zip(a, b, strict=False)))
    raise Unknown(name)


def of_whole(name: str, values: list[Any]) -> Any:
    match name:
        case "gcd" | "lcm":
            found = whole(*values)
            total = abs(found[0])
            for one in found[1:]:
                a, b = total, abs(one)
                while b:
                    a, b = b, a % b
                total = a if name == "gcd" else total * abs(one) // a if a else 0
            return total
        case "mod":
            return operation(ast.Mod, *values)
        case "inverse_mod":
            a, n = whole(*values)
            if n < 1 or (n <= 1000 and math.gcd(a, n) != 1):
                raise Undef
            found = [x for x in range(min(n, 1000)) if (a * x - 1) % n == 0]
            return found[0] if found else unknown()
        case "factorial":
            (n,) = whole(*values, least=0)
            return math.prod(range(1, n + 1)) if n < 500 else unknown()
        case "binomial":
            n, k = whole(*values, least=0)
            return Fraction(math.prod(range(n - k + 1, n + 1)), math.prod(range(1, k + 1))) if k <= n else 0
        case "digit_sum" | "num_divisors" | "digit":
            n, *_rest = whole(*values)
            if n < 0 or (name == "num_divisors" and n == 0) or n > 10**25:
                raise Unknown(name)
            if name == "num_divisors":
                return int(sympy.divisor_count(n))
            digits = [n // 10**k % 10 for k in range(30)]
            return sum(digits) if name == "digit_sum" else digits[whole(values[1], least=0)[0]]
    raise Unknown(name)
