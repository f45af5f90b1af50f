"""Where a function of degree one is greatest or least under conditions of degree one: by the simplex method, and by
branching where letters stand for whole numbers.

What is found is only proposed: whether the conditions hold there, and whether nothing goes beyond, is asked elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from flint import fmpq

from verifier.checkers.effort import OutOfEffort, at_most
from verifier.checkers.formulas.places.monomials import ONE, Form
from verifier.checkers.formulas.places.place import LEAST, conjuncts
from verifier.checkers.formulas.places.totality import WHOLE
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.engines.formulas.sums.simplex import TooMuch, greatest
from verifier.kernel.expr import COMPARISONS, Expr, ExprTooLarge, Head, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed

MAX_LETTERS: Final = 20  # most letters
MAX_CONDITIONS: Final = 60  # most conditions
MAX_BRANCHES: Final = 40  # most systems that are solved
SHARE: Final = Fraction(1, 4)  # most of the work that is left

Row = tuple[dict[str, Fraction], Fraction]
"""What is not greater than zero: multiples of letters, and a number that is added."""


def linear_extreme(extreme: Node) -> dict[str, Fraction] | None:
    """Return the numbers at which what ``is_max`` or ``is_min`` speaks of is greatest or least, or None where that is
    not told by conditions of degree one, or not found."""
    _, made, condition = extreme.args
    letters = extreme.letters
    if len(letters) > MAX_LETTERS or any(one.type not in WHOLE | {Type.REAL} for one in letters):
        return None
    try:
        aim = _row(made, {one.name for one in letters})
        rows = list(_rows(condition, letters))
    except (CheckFailed, ExprTooLarge):
        return None
    if aim is None or len(rows) > MAX_CONDITIONS:
        return None
    sign = 1 if extreme.head is Head.IS_MAX else -1
    try:
        with at_most(SHARE):
            return _Branching({name: sign * x for name, x in aim[0].items()}, letters).best(rows)
    except OutOfEffort:
        return None


def _rows(condition: Expr, letters: Sequence[Letter]) -> Iterator[Row]:
    """The conditions of degree one; of whole numbers alone strict ones leave a whole one between."""
    names = {one.name for one in letters}
    whole = {one.name for one in letters if one.type in WHOLE}
    for part in conjuncts(condition):
        if not isinstance(part, Node) or part.head not in COMPARISONS or part.head is Head.NE:
            continue
        sides = part.args[::-1] if part.head in (Head.GT, Head.GE) else part.args
        if (row := _row(node(Head.SUB, *sides), names)) is None:
            continue
        factors, rest = row
        if part.head in (Head.LT, Head.GT) and factors.keys() <= whole:
            times = math.lcm(*(x.denominator for x in (*factors.values(), rest)))
            rest += Fraction(1, times)
        yield factors, rest
        if part.head is Head.EQ:
            yield {name: -x for name, x in factors.items()}, -rest


def _row(expr: Expr, names: set[str]) -> Row | None:
    form: Form = polynomial(expr)
    factors: dict[str, Fraction] = {}
    for key, x in form.items():
        match tuple(key):
            case ():
                continue
            case ((Sym(name), 1),) if name in names:
                factors[name] = x
            case _:
                return None
    return factors, form.get(ONE, Fraction(0))


@dataclass(slots=True)
class _Branching:
    """The search for where ``aim`` is greatest."""

    aim: Mapping[str, Fraction]
    letters: Sequence[Letter]
    solved: int = 0

    def best(self, rows: list[Row], above: Fraction | None = None) -> dict[str, Fraction] | None:
        """Return the best point under conditions, better than ``above``, or None."""
        self.solved += 1
        if self.solved > MAX_BRANCHES or (point := self._relaxed(rows)) is None:
            return None
        reached = self._value(point)
        if above is not None and reached <= above:
            return None
        broken = next((one.name for one in self.letters if one.type in WHOLE and point[one.name].denominator > 1), None)
        if broken is None:
            return point
        low = Fraction(math.floor(point[broken]))
        down: Row = {broken: Fraction(1)}, -low
        up: Row = {broken: Fraction(-1)}, low + 1
        found: dict[str, Fraction] | None = None
        for more in (down, up):
            other = self.best([*rows, more], above)
            if other is not None:
                found, above = other, self._value(other)
        return found

    def _value(self, point: Mapping[str, Fraction]) -> Fraction:
        return sum((x * point[name] for name, x in self.aim.items()), Fraction(0))

    def _relaxed(self, rows: Sequence[Row]) -> dict[str, Fraction] | None:
        """The best point among all rational ones."""
        columns: list[tuple[str, int]] = []
        for one in self.letters:
            columns += [(one.name, 1)] if one.type in LEAST else [(one.name, 1), (one.name, -1)]
        least = {one.name: Fraction(LEAST.get(one.type, 0)) for one in self.letters}
        table, right = list[list[fmpq]](), list[fmpq]()
        for i, (factors, rest) in enumerate(rows):
            most = -rest - sum((x * least[name] for name, x in factors.items()), Fraction(0))
            sign = -1 if most < 0 else 1
            own = [factors.get(name, Fraction(0)) * way * sign for name, way in columns]
            slack = [Fraction(sign if j == i else 0) for j in range(len(rows))]
            table.append([_exact(x) for x in (*own, *slack)])
            right.append(_exact(most * sign))
        gain = [_exact(self.aim.get(name, Fraction(0)) * way) for name, way in columns] + [fmpq(0)] * len(rows)
        try:
            found = greatest(table, right, gain)
        except TooMuch:
            return None
        if found is None:
            return None
        point = dict(least)
        for (name, way), x in zip(columns, found, strict=False):
            point[name] += way * Fraction(int(x.p), int(x.q))
        return point


def _exact(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)
