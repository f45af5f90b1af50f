"""Exact values (or intervals) of expressions at a point, and what they say of a claim about a relation."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from itertools import product, repeat

from verifier.checkers.functions import FUNCTIONS, RARELY_RATIONAL, Unsupported, operate
from verifier.kernel.claim import Claim, Hypothesis
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym, Text, walk_expr
from verifier.kernel.functions import ON_WHOLE_NUMBERS, RELATION_SIGNS

Interval = tuple[Fraction, Fraction]
Point = Mapping[str, Fraction]
_SMALL = tuple(map(Fraction, range(1000)))  # most numerals, made once


_EVALUATED = frozenset(FUNCTIONS) - RARELY_RATIONAL - {Head.RE, Head.IM, Head.CONJ, Head.ARG, Head.NUM_DIVISORS}
_OF_WHOLE = ON_WHOLE_NUMBERS & _EVALUATED
_TESTS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.eq)
_HOLDS: Mapping[Head, Callable[[Fraction, Fraction], bool]] = dict(zip(RELATION_SIGNS, _TESTS, strict=True))
_FLIPPED = {Head.LT: Head.GT, Head.GT: Head.LT, Head.LE: Head.GE, Head.GE: Head.LE}
_NEGATED = {Head.NE: Head.EQ, Head.LT: Head.GE, Head.GE: Head.LT, Head.GT: Head.LE, Head.LE: Head.GT}
_EQUATIONS = frozenset({Head.EQ, Head.APPROX})


class Outcome(Enum):
    """What becomes of a claim at a point."""

    HOLDS, HOLDS_ROUNDED, ROUNDED, FAILS = "holds", "holds as rounded", "may hold up to rounding", "fails"


def value(term: Expr, point: Point) -> Fraction:
    """Return the exact value of ``term`` at ``point``. Raises: NotEvaluated."""
    if isinstance(term, Node) and term.head in _EVALUATED:
        return operate(term.head, *map(value, term.args, repeat(point)))
    if isinstance(term, (Int, Dec)):
        return _SMALL[term.value] if isinstance(term, Int) and term.value < 1000 else Fraction(term.value)
    if isinstance(term, Sym) and term.name in point:
        return point[term.name]
    said = term.head if isinstance(term, Node) else term.value if isinstance(term, Text) else term.name
    raise Unsupported(f"{said} has no rational value here")


def interval(term: Expr, point: Point, rounded: frozenset[Dec]) -> Interval:
    """Return an interval of the values of ``term`` if sides in ``rounded`` are a unit off. Raises: NotEvaluated."""
    if isinstance(term, Dec) and term in rounded:
        return term.value - term.unit, term.value + term.unit
    if not (rounded and isinstance(term, Node) and term.head in _EVALUATED):
        return (value(term, point),) * 2
    ends = [interval(arg, point, rounded) for arg in term.args]
    if term.head in (Head.MIN, Head.MAX):
        return operate(term.head, *(low for low, _ in ends)), operate(term.head, *(high for _, high in ends))
    exact = (1,) if term.head in (Head.POW, Head.ROOT) else range(len(ends)) if term.head in _OF_WHOLE else ()
    if any(ends[i][0] != ends[i][1] for i in exact):
        raise Unsupported(f"a rounded decimal is where {term.head} needs an exact value")
    values = [operate(term.head, *corner) for corner in product(*map(_corners, ends))]
    return min(values), max(values)


def _corners(x: Interval) -> tuple[Fraction, ...]:
    """The ends, and zero where it lies between: on each side of zero every operation is monotone in each argument."""
    return (x[0],) if x[0] == x[1] else (x[0], Fraction(0), x[1]) if x[0] < 0 < x[1] else x


def satisfies(premises: Iterable[Hypothesis], point: Point) -> bool:
    """Return whether every premise holds exactly at ``point``. Raises: NotEvaluated."""
    return all(_HOLDS[p.relation](value(p.left, point), value(p.right, point)) for p in premises)


def compare(claim: Claim, point: Point) -> Outcome:
    """Return what the values of both sides at ``point`` say of the claim. Raises: NotEvaluated."""
    balls = interval(claim.left, point, claim.rounded), interval(claim.right, point, claim.rounded)
    pair = (value(claim.left, point), value(claim.right, point)) if claim.rounded else (balls[0][0], balls[1][0])
    if _HOLDS[claim.relation](*pair):
        sure = claim.relation in _EQUATIONS or _apart(_NEGATED[claim.relation], *balls) is Outcome.FAILS
        return Outcome.HOLDS if sure else Outcome.ROUNDED
    flipped = _FLIPPED.get(claim.relation, claim.relation)
    judged = _as_shown(claim, claim.left, balls[1], flipped), _as_shown(claim, claim.right, balls[0], claim.relation)
    if any(judged):
        return next(o for o in Outcome if o in judged)
    if claim.relation is Head.APPROX and abs(pair[0] - pair[1]) <= max(map(abs, pair)) / 10:
        return Outcome.ROUNDED
    sides = [frozenset(d for d in walk_expr(side) if isinstance(d, Dec)) for side in (claim.left, claim.right)]
    loose = claim.rounded | (sides[0] ^ sides[1] if claim.relation is Head.EQ else frozenset())
    return _apart(claim.relation, *([interval(x, point, loose) for x in (claim.left, claim.right)] if loose else balls))


def shown(term: Expr) -> tuple[Fraction, Fraction, bool] | None:
    """Return (value, last place's unit, has places) of a bare numeral, signed or in percent."""
    match term:
        case Int(n):
            return Fraction(n), Fraction(1), False
        case Dec():
            return term.value, term.unit, True
        case Node(Head.NEG | Head.PERCENT as op, (inner,)):
            found, scale = shown(inner), Fraction(-1) if op is Head.NEG else Fraction(1, 100)
            return found and (found[0] * scale, found[1] * abs(scale), found[2])
    return None


def _as_shown(claim: Claim, bare: Expr, other: Interval, relation: Head) -> Outcome | None:
    """Judge ``other relation bare``, false as it stands, if ``bare`` is a numeral: it may show the other rounded."""
    if (found := shown(bare)) is None:
        return None
    number, unit, places = found
    if other[0] != other[1] or (claim.rounded and any(d in claim.rounded for d in walk_expr(bare))):
        unit = unit if places else unit / 2  # a whole number may stand for what it rounds
        return _apart(relation, other, (number - unit, number + unit))
    gap, approx, equation = abs(other[0] - number), relation is Head.APPROX, relation in _EQUATIONS
    if relation is Head.NE or not (equation or places) or (not approx and (other[0] / unit).denominator == 1):
        return Outcome.FAILS  # the exact value fits the places shown: nothing there was rounded
    if equation and gap <= unit / 2 and (places or approx):
        return Outcome.HOLDS_ROUNDED
    if gap <= unit or (approx and gap <= max(abs(other[0]), abs(number)) / (100 if places else 10)):
        return Outcome.ROUNDED
    return Outcome.FAILS


def _apart(relation: Head, left: Interval, right: Interval) -> Outcome:
    """FAILS when no values in the two intervals stand in the relation, else ROUNDED."""
    possible = any(_HOLDS[relation](x, y) for x in left for y in right)
    if relation in _EQUATIONS:
        possible = left[0] <= right[1] and right[0] <= left[1]
    return Outcome.ROUNDED if possible else Outcome.FAILS
