"""Which numbers are whole (trusted): letters by what is given or by the type of their binder, and what is made of such.

That a letter of the claim has the type of whole numbers is no ground: a formula says so, or is undefined otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import total
from verifier.kernel.formula import CONNECTIVES, SCOPED, Expr, Head, Node
from verifier.kernel.term import Int, Sym

_CLOSED = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.ABS, Head.MIN, Head.MAX})
_ALWAYS = frozenset(
    {Head.FLOOR, Head.CEIL, Head.FLOORDIV, Head.GCD, Head.LCM, Head.MOD, Head.REM, Head.FACTORIAL, Head.BINOMIAL}
    | {Head.DIGIT_SUM, Head.NUM_DIVISORS, Head.DIGIT, Head.LEN, Head.NUM_SOLUTIONS, Head.COUNT_OF}
)
"""Functions whose values are whole, where they have one."""
_OF_WHOLE = frozenset({Head.GCD, Head.LCM, Head.MOD, Head.REM, Head.FACTORIAL, Head.BINOMIAL, Head.DIGIT_SUM})
_RELATIONS = frozenset({Head.DIVIDES, Head.CONGRUENT})
"""What is undefined unless its arguments are whole."""


def given_whole(formulas: Sequence[Expr]) -> frozenset[Expr]:
    """Return the numbers of which formulas that hold say that they are whole, or would be undefined otherwise."""
    return frozenset().union(*map(_all_given, formulas))


@lru_cache(maxsize=4096)
def _all_given(formula: Expr) -> frozenset[Expr]:
    return frozenset(_given(formula))


def _given(formula: Expr) -> Iterator[Expr]:
    while isinstance(formula, Node) and formula.head is Head.NOT:
        formula = formula.args[0]
        if isinstance(formula, Node) and formula.head in (Head.IS_INT, Head.IS_PRIME):
            return  # that these fail says nothing of the kind
    if not isinstance(formula, Node):
        return
    match formula.head:
        case Head.IS_INT | Head.IS_PRIME:
            yield formula.args[0]
        case Head.DIVIDES | Head.CONGRUENT | Head.EQ | Head.NE | Head.LT | Head.LE | Head.GT | Head.GE:
            yield from _inside(formula)


def _inside(expr: Expr) -> Iterator[Expr]:
    """The arguments of functions of whole numbers, which are defined here."""
    if not isinstance(expr, Node) or expr.head in SCOPED or expr.head is Head.IF:
        return
    if expr.head in _OF_WHOLE | _RELATIONS:
        yield from expr.args
    for arg in expr.args:
        yield from _inside(arg)


def whole(expr: Expr, place: Place, grounds: frozenset[Expr]) -> bool:
    """Return whether a number is surely whole, where it is defined."""
    if expr in grounds or isinstance(expr, Int):
        return True
    if isinstance(expr, Sym):
        return expr.name in place.whole
    if not isinstance(expr, Node):
        return False
    if expr.head is Head.POW:
        base, power = expr.args
        return isinstance(power, Int) and whole(base, place, grounds)
    return expr.head in _ALWAYS or (expr.head in _CLOSED and all(whole(arg, place, grounds) for arg in expr.args))


def defined(formula: Expr, place: Place) -> bool:
    """Return whether a formula surely holds or fails at a place: as ``total``, and what divides what is whole there."""
    if total(formula, place.types):
        return True
    if not isinstance(formula, Node):
        return False
    if formula.head in CONNECTIVES:
        return all(defined(arg, place) for arg in formula.args)
    if formula.head is Head.IS_PRIME:
        return total(formula.args[0], place.types)
    divides = formula.head is Head.DIVIDES
    return divides and all(total(x, place.types) and whole(x, place, frozenset()) for x in formula.args)
