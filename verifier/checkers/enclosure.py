"""Rigorous enclosures of closed terms: real balls that are sure to hold the value, at a chosen precision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

import flint
from flint import arb, fmpq, fmpz

from verifier.checkers.evaluate import value
from verifier.checkers.functions import FUNCTIONS, NotEvaluated, OverBudget, Undefined
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Text
from verifier.kernel.functions import ON_WHOLE_NUMBERS
from verifier.kernel.verdict import CheckFailed, Reason

Ball = Any  # flint.arb or flint.acb, which have no annotations
Letters = Mapping[str, Ball]
"""Balls that letters are in."""
NOWHERE: Letters = {}

PRECISIONS = (64, 128, 256, 512, 1024)  # bits tried, one after another
MAX_FACTORIAL = 10**6
MAX_POWER_BITS = 4000  # largest exponent of an exact power, in bits


class Doubtful(Exception):
    """At this precision it is not sure that the term is defined; a finer one may tell."""


def precisions() -> Iterator[int]:
    """Yield the precisions, with flint set to each while it is out."""
    for bits in PRECISIONS:
        with flint.ctx.workprec(bits):
            yield bits


def rational(x: Fraction) -> Ball:
    """Return the ball of a rational number at the present precision."""
    return arb(fmpq(x.numerator, x.denominator))


def enclose(term: Expr, loose: frozenset[Dec], at: Letters = NOWHERE) -> Ball:
    """Return a real ball that holds the value of ``term``, decimals in ``loose`` being within a unit of their place.

    Letters are anywhere in their balls of ``at``; where a ball is returned and is finite, the term is defined and
    continuous there.

    Raises: Doubtful; CheckFailed where the term is undefined, not real or too large.
    """
    match term:
        case Int(n):
            return arb(fmpz(n))
        case Dec():
            ball = rational(term.value)
            return ball + rational(term.unit) * arb(0, 1) if term in loose else ball
        case Const("pi"):
            return arb.pi()
        case Const("e"):
            return arb.const_e()
        case Sym(name) if name in at:
            return at[name]
        case Sym(name) | Const(name):
            raise CheckFailed(f"{name} is not a known real number", Reason.OUT_OF_SCOPE)
        case Text():
            raise CheckFailed("digits in quotation marks", Reason.OUT_OF_SCOPE)
    if term.head in _EXACT:
        return _EXACT[term.head](term, loose, at)
    if term.head not in _MEANING:
        raise CheckFailed(f"{term.head} has no enclosure here", Reason.OUT_OF_SCOPE)
    return _MEANING[term.head](*(enclose(arg, loose, at) for arg in term.args))


def sign(term: Expr) -> int | None:
    """Return 1 or -1 when ``term`` is closed and certainly positive or negative, else None."""
    if term.free:
        return None
    try:
        for _ in precisions():
            try:
                ball = enclose(term, frozenset())
            except Doubtful:
                continue
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
    except CheckFailed:
        return None
    return None


def exactly(term: Expr) -> Fraction | None:
    """Return the rational value of ``term`` when the kernel finds one. Raises: CheckFailed where it is undefined."""
    try:
        return value(term, {})
    except Undefined as error:
        raise CheckFailed(str(error), Reason.SIDE_CONDITION) from error
    except NotEvaluated:
        return None


def step_value(term: Node) -> Fraction:
    """Return the rational value of a closed floor, ceiling, remainder or the like. Raises: CheckFailed."""
    if (found := exactly(term)) is not None:
        return found
    for _ in precisions():
        try:
            ball = enclose(term, frozenset())
        except Doubtful:
            continue
        if ball.is_exact() and ball.is_integer():
            return Fraction(int(ball.unique_fmpz()))
    raise CheckFailed(f"{term.head} of what is not sure", Reason.OUT_OF_SCOPE)


def _floor(a: Ball) -> Ball:
    below = a.floor()
    if not below.is_exact():
        raise Doubtful("a `floor` at an integer cannot be decided by enclosure")
    return below


def _log(x: Ball, base: Ball) -> Ball:
    if base <= 0 or x <= 0 or base == 1:
        raise CheckFailed("a logarithm that does not exist", Reason.SIDE_CONDITION)
    if not (base > 0 and x > 0) or base.contains(1):
        raise Doubtful("a logarithm that may not exist")
    return x.log() / base.log()


def _divide(a: Ball, b: Ball) -> Ball:
    if b.contains(0):
        if b.is_exact():
            raise CheckFailed("division by zero", Reason.SIDE_CONDITION)
        raise Doubtful("a divisor may be zero")
    return a / b


def _root(n: int, x: Ball) -> Ball:
    if x < 0:
        raise CheckFailed("a root of a negative number", Reason.OUT_OF_SCOPE)
    if not x >= 0:
        raise Doubtful("a root of what may be negative")
    if x.is_zero():
        return x
    return x.sqrt() if n == 2 else x.root(n)


def _power(term: Node, loose: frozenset[Dec], at: Letters) -> Ball:
    base = enclose(term.args[0], loose, at)
    if loose and any(d in loose for d in _decimals(term.args[1])):
        raise CheckFailed("an exponent has a rounded decimal", Reason.ROUNDED)
    exponent = exactly(term.args[1])
    if exponent is None:
        if not base > 0:
            raise CheckFailed("an irrational power of what is not sure to be positive", Reason.OUT_OF_SCOPE)
        return base ** enclose(term.args[1], loose, at)
    if exponent.numerator.bit_length() > MAX_POWER_BITS or exponent.denominator > 64:
        raise CheckFailed("an exponent that is too large", Reason.OUT_OF_BUDGET)
    if exponent.denominator > 1:
        base = _root(exponent.denominator, base)
    if exponent <= 0 and base.contains(0):
        raise Doubtful("a power that is not positive may have base zero")
    return base ** fmpz(exponent.numerator)


def _decimals(term: Expr) -> Iterator[Dec]:
    if isinstance(term, Dec):
        yield term
    for arg in term.args if isinstance(term, Node) else ():
        yield from _decimals(arg)


def _indexed_root(term: Node, loose: frozenset[Dec], at: Letters) -> Ball:
    index = exactly(term.args[1])
    if index is None or index.denominator != 1 or not 2 <= index <= 64:
        raise CheckFailed("a root whose index is not a whole number from 2 to 64", Reason.OUT_OF_SCOPE)
    return _root(index.numerator, enclose(term.args[0], loose, at))


def _factorial(term: Node, loose: frozenset[Dec], _at: Letters) -> Ball:
    n = exactly(term.args[0])
    if n is None or n.denominator != 1 or n < 0 or _decimals_in(term, loose):
        raise CheckFailed("a factorial of something that is not a natural number", Reason.SIDE_CONDITION)
    if n > MAX_FACTORIAL:
        raise CheckFailed(f"a factorial beyond {MAX_FACTORIAL}", Reason.OUT_OF_BUDGET)
    return arb.fac_ui(n.numerator)


def _counted(term: Node, loose: frozenset[Dec], _at: Letters) -> Ball:
    if _decimals_in(term, loose):
        raise CheckFailed("expected an integer, found a rounded decimal", Reason.ROUNDED)
    try:
        return rational(value(term, {}))
    except NotEvaluated as error:
        reason = Reason.OUT_OF_BUDGET if isinstance(error, OverBudget) else Reason.SIDE_CONDITION
        raise CheckFailed(str(error), reason) from error


def _decimals_in(term: Expr, loose: frozenset[Dec]) -> bool:
    return any(d in loose for d in _decimals(term))


_MEANING: Mapping[Head, Callable[..., Ball]] = {
    Head.ADD: lambda a, b: a + b,
    Head.SUB: lambda a, b: a - b,
    Head.MUL: lambda a, b: a * b,
    Head.DIV: _divide,
    Head.NEG: lambda a: -a,
    Head.SQRT: lambda a: _root(2, a),
    Head.ABS: abs,
    Head.PERCENT: lambda a: a / 100,
    Head.FLOOR: _floor,
    Head.CEIL: lambda a: -_floor(-a),
    Head.FLOORDIV: lambda a, b: _floor(_divide(a, b)),
    Head.MIN: lambda a, *others: reduce(lambda x, y: x.min(y), others, a),
    Head.MAX: lambda a, *others: reduce(lambda x, y: x.max(y), others, a),
    Head.SIN: lambda a: a.sin(),
    Head.COS: lambda a: a.cos(),
    Head.TAN: lambda a: _divide(a.sin(), a.cos()),
    Head.LOG: _log,
    Head.LN: lambda a: _log(a, arb.const_e()),
    Head.EXP: lambda a: a.exp(),
}
_EXACT: Mapping[Head, Callable[[Node, frozenset[Dec], Letters], Ball]] = {
    Head.POW: _power,
    Head.ROOT: _indexed_root,
    Head.FACTORIAL: _factorial,
    **dict.fromkeys(ON_WHOLE_NUMBERS & FUNCTIONS.keys() - {Head.FACTORIAL}, _counted),
}
