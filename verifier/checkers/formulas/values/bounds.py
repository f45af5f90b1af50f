"""Finite bounds of letters that are whole numbers, and all of their values within.

Outside of the bounds one of the conditions is false, whatever the others say: what is found by going through all the
values within is found of all values.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from verifier.checkers.formulas.values.enclosing import rounded
from verifier.checkers.formulas.values.values import MAX_ROUNDS, Place
from verifier.checkers.functions import NotEvaluated, Unsupported
from verifier.kernel.expr import COMPARISONS, Expr, Head, Int, Letter, Node, Sym, Type

_LEAST: Final[Mapping[Type, int | None]] = {Type.INT: None, Type.COUNT: 0, Type.POS: 1}


def conjuncts(condition: Expr) -> Iterator[Expr]:
    """Yield formulas each of which makes ``condition`` false where it is false."""
    stack = [condition]
    while stack:
        here = stack.pop()
        if isinstance(here, Node) and here.head is Head.AND:
            stack.extend(here.args[::-1])
        else:
            yield here


def antecedents(formula: Expr) -> Iterator[Expr]:
    """Yield formulas each of which makes ``formula`` true where it is false."""
    while isinstance(formula, Node) and formula.head is Head.IMPLIES and len(formula.args) == 2:
        yield from conjuncts(formula.args[0])
        formula = formula.args[1]


def assignments(letters: Iterable[Letter], conditions: Iterable[Expr], place: Place) -> Iterator[Place]:
    """Yield the places of all values of ``letters`` at which no condition is false by the bounds that it gives.

    Raises:
        Unsupported: where a letter is no whole number, or has no finite bounds.
        OverBudget: beyond the values or the work of an evaluation.
    """
    listed = tuple(one for one in conditions if isinstance(one, Node))
    least: dict[str, int | None] = {}
    for letter in letters:
        whole = letter.type in _LEAST or Node(Head.IS_INT, (Sym(letter.name),)) in listed
        if not whole:
            raise Unsupported(f"{letter.name} runs through the type {letter.type.value}")
        least[letter.name] = _LEAST.get(letter.type)
    yield from _assigned(least, listed, place)


def _assigned(least: Mapping[str, int | None], conditions: tuple[Node, ...], place: Place) -> Iterator[Place]:
    if not least:
        yield place
        return
    place.work.spend(len(conditions))
    found = _Bounds(dict(least), place)
    for condition in conditions:
        found.narrow(condition)
    found.settle(conditions)
    name, values = found.shortest()
    rest = {other: low for other, low in least.items() if other != name}
    for value in values:
        place.work.round()
        yield from _assigned(rest, conditions, place.at({name: Fraction(value)}))


@dataclass(slots=True)
class _Bounds:
    """The bounds of the letters that have no value yet: keys of ``low``. ``sums``: multiples of letters that add up to
    at most a number, or to less where it says ``True``."""

    low: dict[str, int | None]
    place: Place
    high: dict[str, int] = field(default_factory=dict)
    sums: list[tuple[Mapping[str, Fraction], Fraction, bool]] = field(default_factory=list)

    def narrow(self, condition: Node) -> None:
        """Take in a comparison of degree one in the letters, what a letter divides, or that such a number is prime."""
        if condition.head is Head.DIVIDES and len(condition.args) == 2:
            self._divisor(*condition.args)
        if condition.head is Head.IS_PRIME:
            condition = Node(Head.GE, (*condition.args, Int(2)))
        if condition.head not in COMPARISONS or len(condition.args) != 2 or condition.head is Head.NE:
            return
        for one in _without_size(condition):
            self.narrow(one)
        sides = [self._linear(side) for side in condition.args]
        if condition.head is not Head.EQ:
            up = condition.head in (Head.LT, Head.LE)  # the left side is the lesser one
            sides = [one or self._near(condition.args[i], up is bool(i)) for i, one in enumerate(sides)]
        if (left := sides[0]) is None or (right := sides[1]) is None:
            return
        multiples, most = _less(left[0], right[0]), right[1] - left[1]
        if condition.head in (Head.LT, Head.LE, Head.EQ):
            self.sums.append((multiples, most, condition.head is Head.LT))
        if condition.head in (Head.GT, Head.GE, Head.EQ):
            self.sums.append((_less({}, multiples), -most, condition.head is Head.GT))

    def _near(self, expr: Expr, up: bool) -> tuple[Mapping[str, Fraction], Fraction] | None:
        """The whole number above (``up``) or below a number that is not rational, which leaves more room in an order;
        or None."""
        if not expr.free.isdisjoint(self.low):
            return None
        value = rounded(Head.CEIL if up else Head.FLOOR, expr, self.place)
        return None if value is None else ({}, value)

    def _linear(self, expr: Expr) -> tuple[Mapping[str, Fraction], Fraction] | None:
        """The multiples of letters and the number that an expression is the sum of, wherever the letters are; or
        None."""
        if expr.free.isdisjoint(self.low):
            value = self._known(expr)
            return None if value is None else ({}, value)
        match expr:
            case Sym(name):
                return {name: Fraction(1)}, Fraction(0)
            case Node(head=Head.NEG, args=(a,)) if (x := self._linear(a)) is not None:
                return _less({}, x[0]), -x[1]
            case Node(head=Head.ADD | Head.SUB, args=(a, b)):
                if (x := self._linear(a)) is None or (y := self._linear(b)) is None:
                    return None
                sign = -1 if expr.head is Head.ADD else 1
                return _less(x[0], {name: sign * factor for name, factor in y[0].items()}), x[1] - sign * y[1]
            case Node(head=Head.MUL | Head.DIV, args=(a, b)):
                a, b = (b, a) if expr.head is Head.MUL and a.free.isdisjoint(self.low) else (a, b)
                times = self._known(b) if b.free.isdisjoint(self.low) else None
                if times is None or (times == 0 and expr.head is Head.DIV) or (x := self._linear(a)) is None:
                    return None
                times = times if expr.head is Head.MUL else 1 / times
                return {name: times * factor for name, factor in x[0].items()}, times * x[1]
        return None

    def _summed(self, multiples: Mapping[str, Fraction], most: Fraction, strict: bool) -> None:
        """What a sum that is bounded says of each letter in it, the others being as they leave it most."""
        for name, factor in multiples.items():
            rest = most
            for other, times in multiples.items():
                bound = self.low[other] if times > 0 else self.high.get(other)
                if other != name and bound is None and times:
                    break
                rest -= times * (bound or 0) if other != name else 0
            else:
                if factor > 0:
                    self._most(name, math.ceil(rest / factor) - 1 if strict else math.floor(rest / factor))
                elif factor < 0:
                    self._least(name, math.floor(rest / factor) + 1 if strict else math.ceil(rest / factor))

    def _divisor(self, letter: Expr, other: Expr) -> None:
        """What divides a number other than 0 is at most as large."""
        if isinstance(letter, Sym) and letter.name in self.low:
            value = self._known(other)
            if value is not None and value != 0 and value.denominator == 1:
                self._least(letter.name, -abs(value.numerator))
                self._most(letter.name, abs(value.numerator))

    def _known(self, expr: Expr) -> Fraction | None:
        """The value of what has none of the letters in it, or None."""
        if not expr.free.isdisjoint(self.low):
            return None
        try:
            return self.place.number(expr)
        except NotEvaluated:
            return None

    def _least(self, name: str, value: int) -> None:
        old = self.low[name]
        self.low[name] = value if old is None else max(old, value)

    def _most(self, name: str, value: int) -> None:
        self.high[name] = min(self.high.get(name, value), value)

    def settle(self, conditions: Iterable[Node]) -> None:
        """Carry bounds from letter to letter, and find those that sums and products give."""
        for _ in range(len(self.low) + 1):
            for one in self.sums:
                self._summed(*one)
        for condition in conditions:
            if condition.head in (Head.LT, Head.LE, Head.EQ) and len(condition.args) == 2:
                self._bounded(*condition.args)
            if condition.head in (Head.GT, Head.GE, Head.EQ) and len(condition.args) == 2:
                self._bounded(*condition.args[::-1])

    def _bounded(self, total: Expr, limit: Expr) -> None:
        """From total <= limit, where the total grows with each letter in it."""
        inside = total.free & self.low.keys()
        most = self._known(limit) if isinstance(total, Node) and inside else None
        least = {name: low for name in inside if (low := self.low[name]) is not None and low >= 0}
        if most is None or len(least) < len(inside) or not self._grows(total):
            return
        for name in sorted(inside):
            value = self._greatest(total, most, least, name)
            if value is not None:
                self._most(name, value)

    def _grows(self, expr: Expr) -> bool:
        """Whether an expression is made of letters and of numbers that are not negative by sums, products, powers."""
        if expr.free.isdisjoint(self.low):
            value = self._known(expr)
            return value is not None and value >= 0
        if not isinstance(expr, Node):
            return isinstance(expr, Sym)
        if expr.head is Head.POW and len(expr.args) == 2:
            power = self._known(expr.args[1])
            return power is not None and power.denominator == 1 and power >= 1 and self._grows(expr.args[0])
        return expr.head in (Head.ADD, Head.MUL) and all(map(self._grows, expr.args))

    def _greatest(self, total: Expr, most: Fraction, least: Mapping[str, int], name: str) -> int | None:
        """The greatest value of a letter for which the total is not too large with the others at their least."""
        low = least[name]
        below, above = low - 1, low + 2 * MAX_ROUNDS
        if not self._exceeds(total, most, least, name, above):
            return None
        while above - below > 1:
            middle = (above + below) // 2
            if self._exceeds(total, most, least, name, middle):
                above = middle
            else:
                below = middle
        return below

    def _exceeds(self, total: Expr, most: Fraction, least: Mapping[str, int], name: str, value: int) -> bool:
        letters = {one: Fraction(low) for one, low in least.items()} | {name: Fraction(value)}
        try:
            return self.place.at(letters).number(total) > most
        except NotEvaluated:
            return False

    def shortest(self) -> tuple[str, range]:
        """Return a letter with finite bounds and its values: the first of those with the fewest.

        Raises:
            Unsupported: where no letter has finite bounds.
        """
        ranges = {
            name: range(low, self.high[name] + 1)
            for name, low in self.low.items()
            if low is not None and name in self.high
        }
        if not ranges:
            raise Unsupported(f"no finite bounds of {', '.join(self.low)} are in the condition")
        name = min(ranges, key=lambda one: max(0, ranges[one].stop - ranges[one].start))
        return name, ranges[name]


def _without_size(condition: Node) -> Iterator[Node]:
    """Comparisons that hold where an absolute value is at most, or equals, a number."""
    match condition:
        case (
            Node(head=Head.LT | Head.LE | Head.EQ as head, args=(Node(head=Head.ABS, args=(x,)), most))
            | Node(head=Head.GT | Head.GE | Head.EQ as head, args=(most, Node(head=Head.ABS, args=(x,))))
        ):
            least = Head.LT if head in (Head.LT, Head.GT) else Head.LE
            yield Node(least, (x, most))
            yield Node(least, (Node(Head.NEG, (x,)), most))


def _less(a: Mapping[str, Fraction], b: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The multiples of letters in a sum less those in another."""
    return {name: a.get(name, Fraction(0)) - b.get(name, Fraction(0)) for name in {**a, **b}}
