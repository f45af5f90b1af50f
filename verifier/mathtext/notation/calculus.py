"""Calculus done exactly while reading: integrals of polynomials, limits of quotients of polynomials, endless geometric
sums, sums of polynomials up to a letter, derivatives at a point.

Each is replaced by what it is equal to, by a formula that holds wherever both sides are defined; what none of the
formulas fits is not read.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, free_names, number
from verifier.mathtext.notation.signs.dots import balanced

MAX_DEGREE: Final = 12

Coefficients = list[Fraction]  # from the constant on; no zeros at the end


def coefficients(term: Expr, letter: str) -> Coefficients | None:
    """Return a term's coefficients as a polynomial in one letter over the rationals; None where it is none."""
    if letter not in term.free:
        return _constant(term)
    match term:
        case Sym():
            return [Fraction(0), Fraction(1)]
        case Node(Head.NEG, (inner,)):
            return _times(coefficients(inner, letter), [Fraction(-1)])
        case Node(Head.ADD, (a, b)):
            return _plus(coefficients(a, letter), coefficients(b, letter))
        case Node(Head.SUB, (a, b)):
            return _plus(coefficients(a, letter), _times(coefficients(b, letter), [Fraction(-1)]))
        case Node(Head.MUL, (a, b)):
            return _times(coefficients(a, letter), coefficients(b, letter))
        case Node(Head.DIV, (a, b)):
            under = coefficients(b, letter)
            return _times(coefficients(a, letter), [1 / under[0]]) if under and len(under) == 1 else None
        case Node(Head.POW, (a, Int(power))) if power <= MAX_DEGREE:
            result: Coefficients | None = [Fraction(1)]
            for _ in range(power):
                result = _times(result, coefficients(a, letter))
            return result
    return None


def _constant(term: Expr) -> Coefficients | None:
    try:
        return _trimmed([value(term, {})])
    except NotEvaluated:
        return None


def _trimmed(p: Coefficients) -> Coefficients:
    while p and p[-1] == 0:
        p = p[:-1]
    return p


def _plus(a: Coefficients | None, b: Coefficients | None) -> Coefficients | None:
    if a is None or b is None:
        return None
    size = max(len(a), len(b))
    return _trimmed([sum((p[k] for p in (a, b) if k < len(p)), Fraction(0)) for k in range(size)])


def _times(a: Coefficients | None, b: Coefficients | None) -> Coefficients | None:
    if a is None or b is None or len(a) + len(b) > MAX_DEGREE + 2:
        return None
    made = [Fraction(0)] * max(len(a) + len(b) - 1, 0)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            made[i + j] += x * y
    return _trimmed(made)


def _at(p: Coefficients, x: Fraction) -> Fraction:
    result = Fraction(0)
    for c in reversed(p):
        result = result * x + c
    return result


def _spelled(p: Coefficients, x: Expr) -> Expr:
    """The polynomial with a term in the letter's place. Raises: ExprTooLarge."""
    powers = [Int(1) if k == 0 else x if k == 1 else Node(Head.POW, (x, Int(k))) for k in range(len(p))]
    parts = [Node(Head.MUL, (number(c), power)) for c, power in zip(p, powers, strict=True) if c]
    return balanced(Head.ADD, list(parts)) if parts else Int(0)


def integral(body: Expr, letter: str, low: Expr, high: Expr) -> Expr | None:
    """Return the definite integral of a polynomial: F(high) - F(low), where F' is the body. Raises: ExprTooLarge."""
    p = coefficients(body, letter)
    if p is None or letter in free_names(low, high):
        return None
    whole = [Fraction(0), *(c / (k + 1) for k, c in enumerate(p))]
    return Node(Head.SUB, (_spelled(whole, high), _spelled(whole, low)))


def limit(body: Expr, letter: str, target: Fraction | None) -> Fraction | None:
    """Return the limit of a quotient of polynomials at a number (at infinity for None); None where it has none, or is
    no such quotient.
    """
    quotient = _quotient(body, letter)
    if quotient is None:
        return None
    over, under = quotient
    if not over:
        return Fraction(0)
    if target is None:
        if len(over) > len(under):
            return None
        return over[-1] / under[-1] if len(over) == len(under) else Fraction(0)
    while _at(over, target) == _at(under, target) == 0:
        over, under = _divided(over, target), _divided(under, target)
    return _at(over, target) / _at(under, target) if _at(under, target) != 0 else None


def _quotient(term: Expr, letter: str) -> tuple[Coefficients, Coefficients] | None:
    """The numerator and the denominator, nothing cancelled; the denominator is not zero everywhere."""
    plain = coefficients(term, letter)
    if plain is not None:
        return plain, [Fraction(1)]
    if not isinstance(term, Node) or term.head not in (Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG):
        return None
    sides = [_quotient(arg, letter) for arg in term.args]
    if None in sides:
        return None
    found = [side for side in sides if side is not None]
    (a, b), (c, d) = found[0], found[-1]
    pair: tuple[Coefficients | None, Coefficients | None]
    match term.head:
        case Head.NEG:
            pair = _times(a, [Fraction(-1)]), b
        case Head.MUL:
            pair = _times(a, c), _times(b, d)
        case Head.DIV:
            pair = _times(a, d), _times(b, c)
        case _:
            sign = Fraction(1 if term.head is Head.ADD else -1)
            pair = _plus(_times(a, d), _times(_times(c, b), [sign])), _times(b, d)
    return (pair[0], pair[1]) if pair[0] is not None and pair[1] else None


def _divided(p: Coefficients, root: Fraction) -> Coefficients:
    """The polynomial divided by ``x - root``, which divides it."""
    made, carry = [], Fraction(0)
    for c in reversed(p):
        carry = carry * root + c
        made.append(carry)
    return made[-2::-1]


def endless(body: Expr, letter: str, first: int) -> Fraction | None:
    """Return the sum of ``c * r^k`` from ``k = first`` on without end, where ``|r| < 1``; None elsewhere."""
    found = _geometric(body, letter)
    if found is None or abs(found[1]) >= 1 or found[1] == 0 or abs(first) > 100:
        return None
    scale, ratio = found
    return scale * ratio**first / (1 - ratio)


def _geometric(term: Expr, letter: str) -> tuple[Fraction, Fraction] | None:
    """c and r, where the term is ``c * r^k`` for every k."""
    if letter not in term.free:
        constant = _constant(term)
        return None if not constant else (constant[0], Fraction(1))
    if not isinstance(term, Node):
        return None
    if term.head is Head.POW and letter not in term.args[0].free:
        base, power = _constant(term.args[0]), coefficients(term.args[1], letter)
        whole = power is not None and len(power) == 2 and all(c.denominator == 1 and abs(c) <= 50 for c in power)
        if not base or power is None or not whole or max(base[0].as_integer_ratio()) > 10**12:
            return None
        return base[0] ** int(power[0]), base[0] ** int(power[1])
    parts = [_geometric(arg, letter) for arg in term.args]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts) or term.head not in (Head.MUL, Head.DIV, Head.NEG):
        return None
    (c, r), (d, s) = found[0], found[-1]
    if term.head is Head.NEG:
        return -c, r
    return (c * d, r * s) if term.head is Head.MUL else (c / d, r / s)


def total(body: Expr, letter: str, first: int, last: Expr) -> Expr | None:
    """Return the sum of a polynomial from 0 or 1 up to ``last``, by the sums of powers. Raises: ExprTooLarge."""
    p = coefficients(body, letter)
    if p is None or letter in last.free or first not in (0, 1):
        return None
    whole: Coefficients | None = []
    for power, c in enumerate(p):
        whole = _plus(whole, _times(power_sum(power), [c]))
    return None if whole is None else Node(Head.SUB, (_spelled(whole, last), number(_at(whole, Fraction(first - 1)))))


def power_sum(power: int) -> Coefficients:
    """Return ``1^p + 2^p + ... + n^p`` as a polynomial in n: (n+1)^(p+1) - 1 is the sum of binom(p+1, j) S_j(n) for
    j up to p.
    """
    sums: list[Coefficients] = []
    for p in range(power + 1):
        made = [Fraction(comb(p + 1, k)) for k in range(p + 2)]
        made[0] -= 1
        for j, lower in enumerate(sums):
            for k, c in enumerate(lower):
                made[k] -= comb(p + 1, j) * c
        sums.append(_trimmed([c / (p + 1) for c in made]))
    return sums[power]


def derivative(body: Expr, letter: str) -> Expr:
    """Return the derivative by a letter: a polynomial's written out, another term's as such. Raises: ExprTooLarge."""
    return slope(body, letter, Sym(letter)) or Node(Head.DIFF, (body, Sym(letter), Int(1)))


def slope(body: Expr, letter: str, at: Expr) -> Expr | None:
    """Return the derivative of a polynomial at a term; None of anything else. Raises: ExprTooLarge."""
    p = coefficients(body, letter)
    return None if p is None else _spelled([k * c for k, c in enumerate(p)][1:], at)
