"""Rigorous enclosures of closed terms: real balls that are sure to hold the value, at a chosen precision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import flint
from flint import arb, fmpq, fmpz

from verifier.kernel.evaluate import NotEvaluated, OverBudget, Undefined, value
from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term, letters
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


def enclose(term: Term, loose: frozenset[Dec], at: Letters = NOWHERE) -> Ball:
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
    if term.op in _EXACT:
        return _EXACT[term.op](term, loose, at)
    if term.op is Op.DIFF:
        raise CheckFailed("a derivative without letters", Reason.OUT_OF_SCOPE)
    return _MEANING[term.op](*(enclose(arg, loose, at) for arg in term.args))


def sign(term: Term) -> int | None:
    """Return 1 or -1 when ``term`` is closed and certainly positive or negative, else None."""
    if letters(term):
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


def exactly(term: Term) -> Fraction | None:
    """Return the rational value of ``term`` when the kernel finds one. Raises: CheckFailed where it is undefined."""
    try:
        return value(term, {})
    except Undefined as error:
        raise CheckFailed(str(error), Reason.SIDE_CONDITION) from error
    except NotEvaluated:
        return None


def step_value(term: App) -> Fraction:
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
    raise CheckFailed(f"{term.op} of what is not sure", Reason.OUT_OF_SCOPE)


def _floor(a: Ball) -> Ball:
    below = a.floor()
    if not below.is_exact():
        raise Doubtful("a floor of what may be either side of a whole number")
    return below


def _log(base: Ball, x: Ball) -> Ball:
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


def _power(term: App, loose: frozenset[Dec], at: Letters) -> Ball:
    base = enclose(term.args[0], loose, at)
    if loose and any(d in loose for d in _decimals(term.args[1])):
        raise CheckFailed("a rounded decimal stands in an exponent", Reason.ROUNDED)
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
        raise Doubtful("zero may stand under a power that is not positive")
    return base ** fmpz(exponent.numerator)


def _decimals(term: Term) -> Iterator[Dec]:
    if isinstance(term, Dec):
        yield term
    for arg in term.args if isinstance(term, App) else ():
        yield from _decimals(arg)


def _indexed_root(term: App, loose: frozenset[Dec], at: Letters) -> Ball:
    index = exactly(term.args[0])
    if index is None or index.denominator != 1 or not 2 <= index <= 64:
        raise CheckFailed("a root whose index is not a whole number from 2 to 64", Reason.OUT_OF_SCOPE)
    return _root(index.numerator, enclose(term.args[1], loose, at))


def _factorial(term: App, loose: frozenset[Dec], _at: Letters) -> Ball:
    n = exactly(term.args[0])
    if n is None or n.denominator != 1 or n < 0 or _decimals_in(term, loose):
        raise CheckFailed("a factorial of something that is not a natural number", Reason.SIDE_CONDITION)
    if n > MAX_FACTORIAL:
        raise CheckFailed(f"a factorial beyond {MAX_FACTORIAL}", Reason.OUT_OF_BUDGET)
    return arb.fac_ui(n.numerator)


def _counted(term: App, loose: frozenset[Dec], _at: Letters) -> Ball:
    if _decimals_in(term, loose):
        raise CheckFailed("a rounded decimal stands where a whole number is needed", Reason.ROUNDED)
    try:
        return rational(value(term, {}))
    except NotEvaluated as error:
        reason = Reason.OUT_OF_BUDGET if isinstance(error, OverBudget) else Reason.SIDE_CONDITION
        raise CheckFailed(str(error), reason) from error


def _decimals_in(term: Term, loose: frozenset[Dec]) -> bool:
    return any(d in loose for d in _decimals(term))


_MEANING: Mapping[Op, Callable[..., Ball]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.DIV: _divide,
    Op.NEG: lambda a: -a,
    Op.SQRT: lambda a: _root(2, a),
    Op.ABS: abs,
    Op.PERCENT: lambda a: a / 100,
    Op.FLOOR: _floor,
    Op.CEIL: lambda a: -_floor(-a),
    Op.MIN: lambda a, b: a.min(b),
    Op.MAX: lambda a, b: a.max(b),
    Op.SIN: lambda a: a.sin(),
    Op.COS: lambda a: a.cos(),
    Op.TAN: lambda a: _divide(a.sin(), a.cos()),
    Op.LOG: _log,
}
_EXACT: Mapping[Op, Callable[[App, frozenset[Dec], Letters], Ball]] = {
    Op.POW: _power,
    Op.ROOT: _indexed_root,
    Op.FACT: _factorial,
    **dict.fromkeys((Op.BINOM, Op.GCD, Op.LCM, Op.MOD), _counted),
}
