"""Solutions of equations in one letter that are no polynomials, each between two rational ends at which what is
continuous between them has other signs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import flint

from verifier.checkers.effort import remembered
from verifier.checkers.enclosure import Ball, Doubtful, enclose, rational
from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.models import crosses
from verifier.kernel.expr import (
    Const,
    Dec,
    Expr,
    Head,
    Int,
    Node,
    Sym,
    node,
    substitute,
    walk_expr,
)
from verifier.kernel.verdict import CheckFailed

MAX_CROSSINGS = 6  # most solutions of one equation
HALVINGS = 24  # how often what lies between two ends is halved
BITS = 96
_STEP = Fraction(1, 4)
_FAR = [Fraction(2) ** k * Fraction(m, 4) for k in range(3, 21) for m in (4, 5, 6, 7)]
_NEAR = [k * _STEP for k in range(1, 32)]
_TINY = [Fraction(1, 2**k) for k in range(20, 2, -1)]
_GRID = [*(-x for x in reversed([*_TINY, *_NEAR, *_FAR])), Fraction(0), *_TINY, *_NEAR, *_FAR]
GRID = sorted(set(_GRID))
ANGLES = sorted(range(-24, 25), key=lambda k: (abs(k), -k))  # twelfths of pi


@dataclass(frozen=True, slots=True)
class Crossing:
    """The solution of an equation of a letter between two ends."""

    equation: Node
    letter: str
    low: Fraction
    high: Fraction

    def spelled(self, name: str) -> dict[str, object]:
        """Return it as JSON values, with a name in the place of its letter."""
        equation = substitute(self.equation, {self.letter: Sym(name)})
        return {"equation": expression_to_json(equation), "between": [str(self.low), str(self.high)]}


@remembered(1024)
def crossings(equation: Node, letter: str) -> tuple[Crossing, ...]:
    """Return solutions of an equation of one letter, those near 0 first."""
    gap = _gap(equation, letter)
    if gap is None:
        return ()
    signs = [(x, _sign(gap, letter, x)) for x in GRID]
    found = []
    for (low, one), (high, other) in pairwise(signs):
        if one is not None and other is not None and one * other < 0:
            found.append(_narrowed(gap, letter, low, high, one))
    found.sort(key=lambda ends: abs(ends[0]))
    return tuple(Crossing(equation, letter, *ends) for ends in found if _surely(gap, letter, *ends))[:MAX_CROSSINGS]


def angles(equation: Node, letter: str) -> Iterator[Expr]:
    """Yield multiples of a twelfth of pi, or of 15 (degrees), that may satisfy an equation of one letter with waves."""
    gap = _gap(equation, letter)
    if gap is None or not any(isinstance(part, Node) and part.head in _WAVES for part in walk_expr(equation)):
        return
    for k in ANGLES:
        with flint.ctx.workprec(BITS):
            value = _value(gap, letter, flint.arb.pi() * k / 12)
            if value is not None and value.contains(0):
                over = Fraction(k, 12)
                turn: Expr = node(Head.MUL, Int(abs(over.numerator)), Const("pi"))
                turn = turn if over.denominator == 1 else node(Head.DIV, turn, Int(over.denominator))
                yield Int(0) if k == 0 else node(Head.NEG, turn) if k < 0 else turn
            value = _value(gap, letter, flint.arb(15 * k)) if k else None
            if value is not None and value.contains(0):
                yield Int(15 * k) if k > 0 else node(Head.NEG, Int(-15 * k))


_WAVES = frozenset({Head.SIN, Head.COS, Head.TAN})


def _gap(equation: Node, letter: str) -> Expr | None:
    if equation.free != {letter} or any(isinstance(part, Dec) for part in walk_expr(equation)):
        return None
    return Node(Head.SUB, equation.args)


def _value(gap: Expr, letter: str, at: Ball) -> Ball | None:
    try:
        found = enclose(gap, frozenset(), {letter: at})
    except (Doubtful, CheckFailed):
        return None
    return found if found.is_finite() else None


def _sign(gap: Expr, letter: str, x: Fraction) -> int | None:
    """1, -1, or 0 where that is not sure; None where it is undefined."""
    with flint.ctx.workprec(BITS):
        found = _value(gap, letter, rational(x))
        return None if found is None else 1 if found > 0 else -1 if found < 0 else 0


def _narrowed(gap: Expr, letter: str, low: Fraction, high: Fraction, sign: int) -> tuple[Fraction, Fraction]:
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = _sign(gap, letter, middle)
        if found == sign:
            low = middle
        elif found == -sign:
            high = middle
        else:  # a rational solution, or a gap: between other ends
            middle = low + (high - low) * Fraction(2, 5)
            found = _sign(gap, letter, middle)
            low, high = (middle, high) if found == sign else (low, middle) if found == -sign else (low, high)
    return low, high


def _surely(gap: Expr, letter: str, low: Fraction, high: Fraction) -> bool:
    try:
        return crosses(gap, letter, low, high)
    except CheckFailed:
        return False
