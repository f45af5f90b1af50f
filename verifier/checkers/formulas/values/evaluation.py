"""What an expression is worth, and what a formula says, where letters have rational values.

Exact and three-valued (strong Kleene): a formula is true, false, or neither where something in it is undefined. What
this evaluator cannot tell it refuses (Unsupported, OverBudget), unless the rest of the formula decides it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from verifier.checkers.effort import uncounted
from verifier.checkers.formulas.values import binders, enclosing, gaussian, lists, logic, matrices
from verifier.checkers.formulas.values.polynomials import calculus, solutions
from verifier.checkers.formulas.values.values import Gaussian, Infinite, Place, Value, Work, infinity
from verifier.checkers.functions import (
    FUNCTIONS,
    NotEvaluated,
    OverBudget,
    Undefined,
    Unsupported,
    effort,
    operate,
    real_root,
)
from verifier.kernel.expr import COMPARISONS, CONNECTIVES, SCOPED, Const, Dec, Expr, Head, Int, Node, Sym

Letters = Mapping[str, Fraction | bool]


def value(expr: Expr, point: Letters) -> Fraction:
    """Return the number that ``expr`` is worth where its free letters have the values of ``point``.

    Raises:
        Undefined: where it denotes nothing.
        Unsupported: where it may denote something that this evaluator does not reach.
        OverBudget: where finding it is too much work.
    """
    try:
        return Point(point).number(expr)
    except RecursionError:
        raise OverBudget("an expression nests too deep") from None


def truth(formula: Expr, point: Letters) -> bool | None:
    """Return whether ``formula`` holds where its free letters have the values of ``point`` (formulas: a bool).

    None: it neither holds nor fails, because something in it is undefined.

    Raises:
        Unsupported: where this evaluator cannot tell.
        OverBudget: where telling is too much work.
    """
    try:
        return Point(point).truth(formula)
    except RecursionError:
        raise OverBudget("a formula nests too deep") from None


class Point:
    """The values of letters, and the evaluation of expressions there."""

    __slots__ = ("letters", "work")

    def __init__(self, letters: Letters, work: Work | None = None) -> None:
        self.letters = letters
        self.work = Work() if work is None else work

    def at(self, letters: Letters) -> Point:
        """Return the place where these letters have these values, and the others those that they have here."""
        return Point({**self.letters, **letters}, self.work)

    def number(self, expr: Expr) -> Fraction:
        """Return the number that an expression is worth here."""
        found = self.value(expr)
        if isinstance(found, Fraction):
            return found
        raise Unsupported("expected a number")

    def value(self, expr: Expr) -> Value:
        """Return what an expression that is no formula is worth here."""
        self.work.spend()
        if (sign := infinity(expr)) is not None:
            return Infinite(sign)
        if isinstance(expr, Node):
            meaning = _VALUES.get(expr.head)
            if meaning is None:
                raise Unsupported(f"{expr.head.value} has no value here")
            found = self._closed_value(expr) if expr.head in SCOPED and not expr.free else meaning(expr, self)
            return self.work.number(found) if isinstance(found, Fraction) else found
        if isinstance(expr, Int | Dec):
            return self.work.number(Fraction(expr.value))
        if isinstance(expr, Sym) and type(known := self.letters.get(expr.name)) is not bool and known is not None:
            return self.work.number(Fraction(known))
        if expr == Const("i"):
            return gaussian.UNIT
        raise Unsupported(f"{getattr(expr, 'name', 'a text')} has no rational value here")

    def _closed_value(self, expr: Node) -> Value:
        found, done = _closed_value(expr)
        self.work.again(done, expr, isinstance(found, OverBudget))
        if isinstance(found, NotEvaluated):
            raise type(found)(*found.args)
        return found

    def _closed_truth(self, formula: Node) -> bool | None:
        found, done = _closed_truth(formula)
        self.work.again(done, formula, isinstance(found, OverBudget))
        if isinstance(found, NotEvaluated):
            raise type(found)(*found.args)
        return found

    def truth(self, formula: Expr) -> bool | None:
        """Return whether a formula holds here, or None."""
        self.work.spend()
        if isinstance(formula, Node):
            meaning = _TRUTHS.get(formula.head)
            if meaning is None:
                raise Unsupported(f"{formula.head.value} has no truth here")
            try:
                closed = formula.head in SCOPED and not formula.free
                return self._closed_truth(formula) if closed else meaning(formula, self)
            except Undefined:
                return None
        if isinstance(formula, Sym) and isinstance(known := self.letters.get(formula.name), bool):
            return known
        raise Unsupported(f"{getattr(formula, 'name', 'an atom')} has no truth here")


@lru_cache(maxsize=4096)
def _closed_value(expr: Node) -> tuple[Value | NotEvaluated, Work]:
    """What an expression with bound letters and no others is worth, or why that is not known, and the work that it
    took: it is the same at every place, so it is found once."""
    here = Point({})
    try:
        with uncounted():
            return _VALUES[expr.head](expr, here), here.work
    except NotEvaluated as error:
        return error, here.work


@lru_cache(maxsize=4096)
def _closed_truth(formula: Node) -> tuple[bool | NotEvaluated | None, Work]:
    """The same of a formula."""
    here = Point({})
    try:
        with uncounted():
            return _TRUTHS[formula.head](formula, here), here.work
    except NotEvaluated as error:
        return error, here.work


def _function(node: Node, place: Place) -> Fraction:
    values = [place.number(arg) for arg in node.args]
    if node.head is Head.NUM_DIVISORS:
        place.work.spend(effort(values[0]))
    return real_root(*values) if node.head is Head.ROOT else operate(node.head, *values)


def _rounding(node: Node, place: Place) -> Fraction:
    """A number rounded down or up, which need not be rational."""
    try:
        return _function(node, place)
    except Unsupported:
        found = enclosing.rounded(node.head, node.args[0], place)
        if found is None:
            raise
        return found


def _sign(node: Node, place: Place) -> Value:
    """A sign of arithmetic, which stands between numbers or matrices."""
    values = [place.value(arg) for arg in node.args]
    numbers = [one for one in values if isinstance(one, Fraction)]
    if len(numbers) == len(values):
        return operate(node.head, *numbers)
    complex_ones = [one for one in values if isinstance(one, Fraction | Gaussian)]
    if len(complex_ones) == len(values):
        return gaussian.combined(node.head, complex_ones, place.work)
    return matrices.combined(node.head, values, place.work)


def _choice(node: Node, place: Place) -> Value:
    condition, one, other = node.args
    holds = place.truth(condition)
    if holds is None:
        raise Undefined("a choice by a condition that neither holds nor fails")
    return place.value(one if holds else other)


_VALUES: Final[Mapping[Head, Callable[[Node, Place], Value]]] = {
    **dict.fromkeys(FUNCTIONS, _function),
    **dict.fromkeys((Head.FLOOR, Head.CEIL), _rounding),
    **dict.fromkeys((Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.POW, Head.NEG), _sign),
    Head.IF: _choice,
    **dict.fromkeys((Head.SUM, Head.PROD, Head.COUNT_OF), binders.folded),
    **dict.fromkeys((Head.ABS, Head.RE, Head.IM, Head.CONJ), _sign),
    **{Head.SET_OF: solutions.set_of, Head.NUM_SOLUTIONS: solutions.num_solutions},
    **lists.MEANINGS,
    **matrices.MEANINGS,
    **calculus.MEANINGS,
}
_TRUTHS: Final[Mapping[Head, Callable[[Node, Place], bool | None]]] = {
    **{Head.TRUE: lambda node, place: True, Head.FALSE: lambda node, place: False},
    **dict.fromkeys(COMPARISONS, logic.comparison),
    **dict.fromkeys(CONNECTIVES, logic.connective),
    **dict.fromkeys((Head.DIVIDES, Head.CONGRUENT, Head.IS_INT, Head.IS_PRIME, Head.ABOUT), logic.predicate),
    **{Head.IN: lists.membership, Head.DIVIDES_POLY: calculus.divides},
    **dict.fromkeys((Head.FOR_ALL, Head.EXISTS), binders.quantified),
    **{Head.SOLVES: solutions.solves, Head.IS_MAX: solutions.extremum, Head.IS_MIN: solutions.extremum},
}
