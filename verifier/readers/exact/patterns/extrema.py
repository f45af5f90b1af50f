"""Descriptions of functions: derivatives, and where a quadratic polynomial is least or greatest."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Final

from verifier.kernel.claim import Relation
from verifier.kernel.evaluate import NotEvaluated, value
from verifier.kernel.term import Op, Sym, Term, letters, number
from verifier.readers.exact.notation.analysis import antiderived
from verifier.readers.exact.notation.applied import substituted
from verifier.readers.exact.notation.calculus import coefficients, derivative
from verifier.readers.exact.notation.frames import Expr
from verifier.readers.exact.patterns.meaning import Make, Meaning, Say, Statement, apply
from verifier.readers.exact.patterns.pattern import Value, term_of

_ODD: Final = frozenset({"e", "i", "d", "f", "g", "h"})


def _derivative(values: list[Value]) -> Meaning | None:
    term = term_of(values[0])
    names = letters(term)
    name = next(iter(names)) if len(names) == 1 else ""
    if not name or name in _ODD or (len(values) > 1 and term_of(values[1]) != Sym(name)):
        return None  # other letters may depend on this one
    return Meaning(derivative(term, name), everywhere=True)


def _integral(values: list[Value]) -> Statement | None:
    """What an integral without bounds is: the derivative of the one is the other."""
    body, *by, found = map(term_of, values)
    names = letters(body)
    name = next(iter(names)) if len(names) == 1 else ""
    sides = antiderived(Expr(body, 0, 0, integral=name), Expr(found, 0, 0)) if name and name not in _ODD else None
    if sides is None or by not in ([], [Sym(name)]):
        return None
    return Statement(Meaning(sides[0].term, everywhere=True), body)


def _turn(term: Term) -> tuple[str, Term, bool] | None:
    """The letter of a quadratic polynomial, where it turns, -b/(2a), and whether it is least there; None of others."""
    names = letters(term)
    name = next(iter(names)) if len(names) == 1 else ""
    p = coefficients(term, name) if name and name not in _ODD else None
    if p is None or len(p) != 3:
        return None
    middle = apply(Op.DIV, number(p[1]), apply(Op.MUL, number(2), number(p[2])))
    return name, apply(Op.NEG, middle), p[2] > 0


def _extreme(least: bool) -> Make:
    """The value where a quadratic polynomial turns, and that it is nowhere less (greater).

    Said to be less than it can be, it is so on no domain; else the domain may be a part of the line.
    """

    def made(values: list[Value]) -> Meaning | None:
        term = term_of(values[0])
        found = _turn(term)
        if found is None or found[2] is not least:
            return None
        name, at, _ = found
        there = substituted(term, name, at)
        bound = (Relation.GE if least else Relation.LE, term, there)

        def possible(said: Term) -> bool:
            try:
                return value(said, {}) <= value(there, {}) if least else value(said, {}) >= value(there, {})
            except NotEvaluated:
                return False

        return Meaning(there, fits=possible, bound=bound)

    return made


def _within(least: bool) -> Make:
    """The least (greatest) value of a polynomial between two bounds, and that it is nowhere less (greater) there.

    It is taken where the derivative is zero or at a bound: read only where all these places are rational.
    """

    def made(values: list[Value]) -> Meaning | None:
        term, *ends = map(term_of, values)
        names = letters(term)
        name = next(iter(names)) if len(names) == 1 else ""
        p = coefficients(term, name) if name and name not in _ODD else None
        low, high = (_number(end) for end in ends)
        roots = None if p is None else _turns([k * c for k, c in enumerate(p)][1:])
        if p is None or roots is None or low is None or high is None or not low < high:
            return None
        places = [low, high, *(root for root in roots if low < root < high)]
        best = (min if least else max)(places, key=lambda x: sum((c * x**k for k, c in enumerate(p)), Fraction(0)))
        there = substituted(term, name, number(best))
        given = (Relation.GE, Sym(name), ends[0]), (Relation.LE, Sym(name), ends[1])
        return Meaning(there, bound=(Relation.GE if least else Relation.LE, term, there), given=given)

    return made


def _number(term: Term) -> Fraction | None:
    try:
        return value(term, {})
    except NotEvaluated:
        return None


def _turns(p: list[Fraction]) -> list[Fraction] | None:
    """The real roots of a polynomial of degree two at most; None where one is not rational, or the degree is higher."""
    if len(p) < 2:
        return []
    if len(p) == 2:
        return [-p[0] / p[1]]
    if len(p) > 3:
        return None
    under = p[1] ** 2 - 4 * p[2] * p[0]
    if under < 0:
        return []
    root = Fraction(isqrt(under.numerator), isqrt(under.denominator))
    return None if root**2 != under else [(-p[1] + sign * root) / (2 * p[2]) for sign in (1, -1)]


def _vertex(values: list[Value]) -> Meaning | None:
    height, term = map(term_of, values)
    found = _turn(term)
    if found is None or found[0] != "x" or height != Sym("y"):
        return None
    row = (found[1], substituted(term, "x", found[1]))
    return Meaning(apply(Op.ADD, *row), rows=(row,))


def _place(least: bool) -> Say:
    """Where a quadratic polynomial is least (greatest): only proved, as the domain may be a part of the line."""

    def made(values: list[Value]) -> Statement | None:
        found = _turn(term_of(values[0]))
        if found is None or found[2] is not least or term_of(values[1]) != Sym(found[0]):
            return None
        return Statement(Meaning(found[1], vague=True), term_of(values[2]))

    return made


_OF = "of the? quadratic? function|expression|polynomial? %"
_LEAST, _GREATEST = "minimum|least|smallest", "maximum|greatest|largest"
_ON = "on|over the? closed? interval? [ # , # ]"
_AT = "occurs|is? attained|achieved|reached? at|when & = #"
QUANTITIES: Final[dict[str, Make]] = {
    "derivative of the? function|expression|polynomial? % with? respect? to? %?": _derivative,
    f"{_LEAST} value {_OF}": _extreme(least=True),
    f"{_GREATEST} value {_OF}": _extreme(least=False),
    f"minimum|least|smallest value? {_OF} {_ON}": _within(least=True),
    f"maximum|greatest|largest value? {_OF} {_ON}": _within(least=False),
    f"minimum {_OF}": _extreme(least=True),
    f"maximum {_OF}": _extreme(least=False),
    "vertex of the? parabola|graph? of? & = %": _vertex,
}
"""What stands before ``is``, and what it means."""

STATEMENTS: Final[dict[str, Say]] = {
    "the|an indefinite? integral|antiderivative of % with? respect? to? &? is|equals %": _integral,
    f"the minimum value? {_OF} {_AT}": _place(least=True),
    f"the maximum value? {_OF} {_AT}": _place(least=False),
}
"""Whole sentences, and what they say."""
