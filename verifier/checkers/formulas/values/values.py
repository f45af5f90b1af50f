"""What expressions are worth, the place where they are evaluated, and the work that an evaluation may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

from verifier.checkers import effort
from verifier.checkers.functions import MAX_BITS, OverBudget
from verifier.kernel.expr import Expr, Head, Node

MAX_WORK = 400_000  # nodes visited, and one for every 32 bits of a value: work is bounded by counting
GIVEN_UP = 10  # the work of an evaluation that was given up counts as this part of it where effort is counted
NODES = 4  # nodes that are evaluated in the time of one step of a search
MAX_ROUNDS = 20_000  # values that the bound letters of one evaluation run through, all binders together


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix of rational numbers, row by row; a vector is a matrix of one column."""

    rows: tuple[tuple[Fraction, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.rows), len(self.rows[0])


@dataclass(frozen=True, slots=True)
class Gaussian:
    """A complex number with rational parts that is not real."""

    re: Fraction
    im: Fraction


@dataclass(frozen=True, slots=True)
class Infinite:
    """What a limit is that grows beyond all bounds (``sign`` 1), or falls (-1): it is compared, not calculated with."""

    sign: int


Value: TypeAlias = "Fraction | Gaussian | Infinite | Matrix | tuple[Value, ...] | frozenset[Value]"
"""What a number, a complex number, a limit, a matrix, a list and a set are worth; a formula has a truth instead."""


def infinity(expr: Expr) -> int | None:
    """Return 1 for ``oo``, -1 for ``-oo``, and None for everything else."""
    match expr:
        case Node(head=Head.INFINITY):
            return 1
        case Node(head=Head.NEG, args=(Node(head=Head.INFINITY),)):
            return -1
    return None


class Work:
    """Counts what one evaluation does."""

    def __init__(self) -> None:
        self._left, self._rounds = MAX_WORK, MAX_ROUNDS

    def spend(self, units: int = 1) -> None:
        """Count ``units`` of work.

        Raises:
            OverBudget: beyond ``MAX_WORK``.
        """
        before = self._left
        self._left -= units
        if steps := before // NODES - self._left // NODES:
            effort.spend(steps)
        if self._left < 0:
            raise OverBudget(f"an evaluation of more than {MAX_WORK} steps")

    def round(self) -> None:
        """Count one value of a bound letter.

        Raises:
            OverBudget: beyond ``MAX_ROUNDS``.
        """
        self._rounds -= 1
        if self._rounds < 0:
            raise OverBudget(f"more than {MAX_ROUNDS} values of bound letters")

    def again(self, done: Work, of: Expr, gave_up: bool) -> None:
        """Count what another evaluation, of a closed expression, did as if it were done here. Within an effort that
        counts once, and little of it where it gave up: it is done one time, and what it was asked for is still to do.

        Raises:
            OverBudget: beyond what is left.
        """
        self._rounds -= MAX_ROUNDS - done._rounds
        if self._rounds < 0:
            raise OverBudget(f"more than {MAX_ROUNDS} values of bound letters")
        effort.spend_once(of, (MAX_WORK - done._left) // (GIVEN_UP * NODES if gave_up else NODES))
        self._left -= MAX_WORK - done._left
        if self._left < 0:
            raise OverBudget(f"an evaluation of more than {MAX_WORK} steps")

    def number(self, found: Fraction) -> Fraction:
        """Return ``found``, its size counted.

        Raises:
            OverBudget: beyond the work that is left, or with more than ``MAX_BITS`` bits.
        """
        bits = found.numerator.bit_length() + found.denominator.bit_length()
        if bits > MAX_BITS:
            raise OverBudget(f"a value of more than {MAX_BITS} bits")
        self.spend(1 + (bits >> 5))
        return found


class Place(Protocol):
    """Values of letters, and the evaluation of expressions there. Each method raises NotEvaluated; a truth is None
    where a formula neither holds nor fails, and ``truth`` never raises Undefined."""

    @property
    def letters(self) -> Mapping[str, Fraction | bool]:
        """The letters that have a value here."""

    @property
    def work(self) -> Work:
        """What the evaluation has done."""

    def value(self, expr: Expr) -> Value:
        """Return what an expression is worth here."""

    def number(self, expr: Expr) -> Fraction:
        """Return the number that an expression is worth here."""

    def truth(self, formula: Expr) -> bool | None:
        """Return whether a formula holds here."""

    def at(self, letters: Mapping[str, Fraction | bool]) -> Place:
        """Return the place where these letters have these values, and the others those that they have here."""
