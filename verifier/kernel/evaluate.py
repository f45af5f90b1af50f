"""The kernel's own evaluator: exact values of terms at a point, and what they say of a claim.

Values are closed intervals of rationals ``(low, high)``; without rounded decimals the two ends are equal and the value is exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction

from verifier.kernel.claim import Claim, Domain, Premise, Relation
from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term, walk

Interval = tuple[Fraction, Fraction]
Point = Mapping[str, Fraction]

MAX_BITS = 60_000
"""Largest size of a value, in bits: work is bounded by counting, not by the clock."""


class NotEvaluated(Exception):
    """A term has no exact rational value here; ``str`` says why."""


class Undefined(NotEvaluated):
    """A divisor is zero, 0^0, the factorial of a fraction: the term denotes nothing."""


class Unsupported(NotEvaluated):
    """The value may exist but is not a rational that this evaluator reaches."""


class OverBudget(NotEvaluated):
    """The value would need more than ``MAX_BITS`` bits."""


class Outcome(Enum):
    HOLDS = "holds"
    HOLDS_ROUNDED = "holds as rounded"
    ROUNDED = "may hold up to rounding"
    FAILS = "fails"


def value(term: Term, point: Point) -> Fraction:
    """Return the exact value of ``term`` at ``point``. Fails: NotEvaluated."""
    return interval(term, point, frozenset())[0]


def interval(term: Term, point: Point, rounded: frozenset[Dec]) -> Interval:
    """Return an interval that holds every value of ``term`` when each decimal in ``rounded`` is within one unit of its last place. Fails: NotEvaluated."""
    match term:
        case Int(n):
            return Fraction(n), Fraction(n)
        case Dec():
            unit = term.unit if term in rounded else Fraction(0)
            return term.value - unit, term.value + unit
        case Sym(name):
            if name not in point:
                raise Unsupported(f"the letter {name} has no value")
            return point[name], point[name]
        case Const(name):
            raise Unsupported(f"{name} is not rational")
    low, high = _apply(term.op, [interval(arg, point, rounded) for arg in term.args])
    if max(_bits(low), _bits(high)) > MAX_BITS:
        raise OverBudget(f"a value of more than {MAX_BITS} bits")
    return low, high


def _apply(op: Op, args: list[Interval]) -> Interval:
    a = args[0]
    match op:
        case Op.NEG:
            return -a[1], -a[0]
        case Op.PERCENT:
            return a[0] / 100, a[1] / 100
        case Op.ABS:
            ends = abs(a[0]), abs(a[1])
            return (Fraction(0) if a[0] <= 0 <= a[1] else min(ends)), max(ends)
        case Op.ADD:
            return a[0] + args[1][0], a[1] + args[1][1]
        case Op.SUB:
            return a[0] - args[1][1], a[1] - args[1][0]
        case Op.MUL:
            return _hull(x * y for x in a for y in args[1])
        case Op.DIV:
            return _divide(a, args[1])
        case Op.POW:
            return _power(a, _exact(args[1]))
        case Op.SQRT:
            return _point(_root(_exact(a), 2))
        case Op.ROOT:
            return _point(_root(_exact(args[1]), _index(_exact(a))))
        case Op.FACT:
            return _point(Fraction(math.factorial(_count(_exact(a)))))
        case Op.BINOM:
            return _point(Fraction(math.comb(_count(_exact(a)), _count(_exact(args[1])))))


def _bits(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()


def _point(x: Fraction) -> Interval:
    return x, x


def _hull(values: Iterable[Fraction]) -> Interval:
    ends = sorted(values)
    return ends[0], ends[-1]


def _exact(x: Interval) -> Fraction:
    if x[0] != x[1]:
        raise Unsupported("a rounded decimal stands where an exact value is needed")
    return x[0]


def _divide(a: Interval, b: Interval) -> Interval:
    if b == (0, 0):
        raise Undefined("division by zero")
    if b[0] <= 0 <= b[1]:
        raise Unsupported("a rounded divisor may be zero")
    return _hull(x / y for x in a for y in b)


def _power(base: Interval, exponent: Fraction) -> Interval:
    if exponent.denominator != 1:
        return _point(_power_exact(_root(_exact(base), _index(Fraction(exponent.denominator))), exponent.numerator))
    n = exponent.numerator
    ends = _hull(_power_exact(x, n) for x in base)
    if base[0] < 0 < base[1]:
        if n < 0:
            raise Unsupported("a rounded base may be zero")
        if n % 2 == 0:
            return Fraction(0), ends[1]
    return ends


def _power_exact(base: Fraction, n: int) -> Fraction:
    if base == 0 and n <= 0:
        raise Undefined("zero to a power that is not positive")
    if abs(base) != 1 and _bits(base) * abs(n) > 2 * MAX_BITS:
        raise OverBudget(f"a power of more than {MAX_BITS} bits")
    return base if base == 1 else base ** (n % 2 if base == -1 else n)


def _index(x: Fraction) -> int:
    if x.denominator != 1 or not 2 <= x <= 64:
        raise Unsupported("a root whose index is not a whole number from 2 to 64")
    return x.numerator


def _root(x: Fraction, n: int) -> Fraction:
    if x < 0:
        raise Unsupported("a root of a negative number")
    return Fraction(_perfect(x.numerator, n), _perfect(x.denominator, n))


def _perfect(k: int, n: int) -> int:
    low, high = 0, 1 << (k.bit_length() // n + 1)
    while low < high:  # the largest r with r^n <= k
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**n <= k else (low, middle - 1)
    if low**n != k:
        raise Unsupported("a root that is not rational")
    return low


def _count(x: Fraction) -> int:
    if x.denominator != 1 or x < 0:
        raise Undefined("a factorial or a binomial of something that is not a natural number")
    if x > 2000:
        raise OverBudget("a factorial or a binomial beyond 2000")
    return x.numerator


def satisfies(premises: Iterable[Premise], point: Point) -> bool:
    """Return whether every premise holds exactly at ``point``. Fails: NotEvaluated."""
    return all(_holds(p.relation, value(p.left, point), value(p.right, point)) for p in premises)


def inside(domain: Domain, point: Point) -> bool:
    """Return whether the values of ``point`` lie in ``domain`` (rationals lie in the reals and in the complex numbers). Fails: never."""
    if domain in (Domain.INTEGER, Domain.NATURAL) and any(v.denominator != 1 for v in point.values()):
        return False
    return domain is not Domain.NATURAL or all(v > 0 for v in point.values())


def compare(claim: Claim, point: Point) -> Outcome:
    """Return what the values of both sides at ``point`` say of the claim. Fails: NotEvaluated."""
    left, right = value(claim.left, point), value(claim.right, point)
    if _holds(claim.relation, left, right):
        return Outcome.HOLDS
    outcomes = [
        _as_shown(claim, bare, interval(other, point, claim.rounded), relation)
        for bare, other, relation in (
            (claim.left, claim.right, _FLIPPED.get(claim.relation, claim.relation)),
            (claim.right, claim.left, claim.relation),
        )
        if shown(bare) is not None
    ]
    if outcomes:
        return next(o for o in Outcome if o in outcomes)
    if claim.relation is Relation.APPROX and abs(left - right) <= max(abs(left), abs(right)) / 10:
        return Outcome.ROUNDED
    sides = [frozenset(d for d in walk(side) if isinstance(d, Dec)) for side in (claim.left, claim.right)]
    loose = claim.rounded | (sides[0] ^ sides[1] if claim.relation is Relation.EQ else frozenset())
    return _apart(claim.relation, interval(claim.left, point, loose), interval(claim.right, point, loose))


def shown(term: Term) -> tuple[Fraction, Fraction, bool] | None:
    """Return (value, unit in the last place, has decimal places) of a bare numeral, signed or in percent; None for other terms. Fails: never."""
    match term:
        case Int(n):
            return Fraction(n), Fraction(1), False
        case Dec():
            return term.value, term.unit, True
        case App(Op.NEG | Op.PERCENT as op, (inner,)):
            found = shown(inner)
            scale = -1 if op is Op.NEG else Fraction(1, 100)
            return found and (found[0] * scale, found[1] * abs(scale), found[2])
    return None


_FLIPPED = {Relation.LT: Relation.GT, Relation.GT: Relation.LT, Relation.LE: Relation.GE, Relation.GE: Relation.LE}


def _as_shown(claim: Claim, bare: Term, other: Interval, relation: Relation) -> Outcome:
    """Judge ``other relation bare``, false as it stands, where ``bare`` is a numeral that may show the other side rounded."""
    found = shown(bare)
    assert found is not None
    number, unit, places = found
    if other[0] != other[1] or _dec(bare) in claim.rounded:
        return _apart(relation, other, (number - unit, number + unit))
    gap, approx, equation = (
        abs(other[0] - number),
        relation is Relation.APPROX,
        relation in (Relation.EQ, Relation.APPROX),
    )
    if relation is Relation.NE or not (equation or places) or (not approx and (other[0] / unit).denominator == 1):
        return Outcome.FAILS  # the exact value fits the places shown: nothing there was rounded
    if equation and gap <= unit / 2 and (places or approx):
        return Outcome.HOLDS_ROUNDED
    if gap <= unit or (approx and gap <= max(abs(other[0]), abs(number)) / (100 if places else 10)):
        return Outcome.ROUNDED
    return Outcome.FAILS


def _dec(term: Term) -> Dec | None:
    return next((d for d in walk(term) if isinstance(d, Dec)), None)


def _apart(relation: Relation, left: Interval, right: Interval) -> Outcome:
    """FAILS when no values in the two intervals stand in the relation, else ROUNDED."""
    impossible = {
        Relation.EQ: left[1] < right[0] or right[1] < left[0],
        Relation.APPROX: left[1] < right[0] or right[1] < left[0],
        Relation.NE: left[0] == left[1] == right[0] == right[1],
        Relation.LT: left[0] >= right[1],
        Relation.LE: left[0] > right[1],
        Relation.GT: left[1] <= right[0],
        Relation.GE: left[1] < right[0],
    }[relation]
    return Outcome.FAILS if impossible else Outcome.ROUNDED


def _holds(relation: Relation, left: Fraction, right: Fraction) -> bool:
    match relation:
        case Relation.EQ | Relation.APPROX:
            return left == right
        case Relation.NE:
            return left != right
        case Relation.LT:
            return left < right
        case Relation.LE:
            return left <= right
        case Relation.GT:
            return left > right
        case Relation.GE:
            return left >= right
