"""Operations held against the units: sums of unlike things, prices taken for counts, rates of something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import shown
from verifier.kernel.expr import Dec, Expr, Head, Int, Node
from verifier.mathtext.guards.evidence import Evidence, Kind
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.plausibility.lists import listed
from verifier.readers.exact.plausibility.quantity import MONEY, PERCENT, Quantity
from verifier.readers.exact.reading import Formula, Reading

TIMES: Final = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})


@dataclass(frozen=True, slots=True)
class Dimension:
    """What a value is of: ``unit`` over ``per``, None where that is not known."""

    unit: str | None = None
    per: str | None = None
    sure: bool = False  # the unit stands at the number itself


NOTHING: Final = Dimension()


Unit = tuple[str | None, str | None]
"""What is counted, and per what."""


def operations(reading: Reading, here: list[Quantity], ledger: Mapping[Fraction, set[Unit]]) -> Iterator[Evidence]:
    """Yield what is strange in the computations of a step. ``here``: its quantities; ``ledger``: what was seen before
    it, by value.
    """
    units = _Units(here, ledger)
    for formula in reading.formulas:
        for side in (formula.left, formula.right):
            yield from units.inside(side)
        yield from units.across(formula)


class _Units:
    """The units of a step's numbers: those at the number, else those that the ledger knows of the value."""

    def __init__(self, here: list[Quantity], ledger: Mapping[Fraction, set[Unit]]) -> None:
        self._here, self._ledger = here, ledger

    def inside(self, side: PlacedExpr) -> Iterator[Evidence]:
        """Yield what is strange inside one expression."""
        found: list[tuple[Kind, str]] = []
        self._of(side.term, self._leaves(side), found)
        for kind, why in dict.fromkeys(found):
            yield Evidence(kind, why, (side.start, side.end))

    def across(self, formula: Formula) -> Iterator[Evidence]:
        """Yield what is strange between a computation and the result that is stated for it."""
        value = shown(formula.right.term)
        if value is None or not formula.left.compound:
            return
        span = (formula.right.start, formula.right.end)
        right = next((q for q in self._here if span[0] <= q.span[0] < span[1]), None)
        unit = right.unit if right is not None else None
        if value[0] < 0 and unit not in (None, "degree", "point", PERCENT):
            yield Evidence(Kind.NEGATIVE, f"{unit} counted below zero", span)
        if value[0].denominator != 1 and unit is not None and unit in listed("WHOLE"):
            yield Evidence(Kind.NOT_WHOLE, f"a part of a {unit}", span)
        left = self._of(formula.left.term, self._leaves(formula.left), [])
        both = {unit, left.unit}
        if MONEY in both and len(both - {None, PERCENT}) == 2:
            yield Evidence(Kind.RESULT_UNIT, f"{left.unit} is computed, and {unit} stated", span)

    def _leaves(self, side: PlacedExpr) -> list[Quantity]:
        return [q for q in self._here if side.start <= q.span[0] < side.end and not q.told]

    def _of(self, term: Expr, waiting: list[Quantity], found: list[tuple[Kind, str]]) -> Dimension:
        """The dimension of a term, and what is strange on the way; ``waiting`` are the numerals not yet met."""
        match term:
            case Int() | Dec():
                return self._leaf(Fraction(term.value), waiting)
            case Node(Head.PERCENT, args):
                self._of(args[0], waiting, found)
                return Dimension(PERCENT, None, True)
            case Node(Head.NEG, args):
                return self._of(args[0], waiting, found)
            case Node((Head.ADD | Head.SUB), (a, b)):
                return _sum(self._of(a, waiting, found), self._of(b, waiting, found), found)
            case Node(Head.MUL, (a, b)):
                return _product(self._of(a, waiting, found), self._of(b, waiting, found), found)
            case Node(Head.DIV, (a, b)):
                return _quotient(self._of(a, waiting, found), self._of(b, waiting, found), found)
            case Node(_, args):
                for arg in args:
                    self._of(arg, waiting, found)
        return NOTHING

    def _leaf(self, value: Fraction, waiting: list[Quantity]) -> Dimension:
        for i, quantity in enumerate(waiting):
            if quantity.value == value:
                del waiting[: i + 1]
                if quantity.unit is not None:
                    per = quantity.per
                    known = self._ledger.get(value, set())
                    if per is None and len(known) == 1:
                        unit, per = next(iter(known))
                        per = per if unit == quantity.unit else None
                    return Dimension(quantity.unit, per, True)
                break
        known = self._ledger.get(value, set())
        return Dimension(*next(iter(known))) if len(known) == 1 else NOTHING


def _sum(a: Dimension, b: Dimension, found: list[tuple[Kind, str]]) -> Dimension:
    if a.unit is None or b.unit is None:
        return a if b.unit is None else b
    if a.unit != b.unit and PERCENT not in (a.unit, b.unit):
        if MONEY in (a.unit, b.unit) or (words.measure(a.unit) and words.measure(b.unit)):
            found.append((Kind.UNLIKE_UNITS, f"{a.unit} and {b.unit} are added or subtracted"))
        return NOTHING
    return a


def _product(a: Dimension, b: Dimension, found: list[tuple[Kind, str]]) -> Dimension:
    for rate, many in ((a, b), (b, a)):
        if rate.per is not None and rate.per != "each" and many.unit is not None and many.per is None:
            if many.unit == rate.per:
                return Dimension(rate.unit, None, rate.sure)
            if rate.per in TIMES and many.unit in TIMES:
                found.append((Kind.RATE_MISMATCH, f"so much per {rate.per} is multiplied by {many.unit}s"))
                return NOTHING
    for one, other in ((a, b), (b, a)):
        if one.unit == MONEY and other.unit not in (MONEY,):
            return Dimension(MONEY, None, False)
    return NOTHING


def _quotient(a: Dimension, b: Dimension, found: list[tuple[Kind, str]]) -> Dimension:
    if b.unit == MONEY and a.unit is not None and a.unit not in (MONEY, PERCENT):
        found.append((Kind.DIVIDED_BY_PRICE, f"{a.unit} divided by money, as if it were a count"))
        return NOTHING
    if a.unit == MONEY and b.unit != MONEY:
        return Dimension(MONEY, b.unit, False)
    return NOTHING
