"""Decimals in formulas: exact, unless something says that they were rounded.

A decimal that is a whole side of an equation stays as it is written: an exact value within half a unit of its last
place is what it shows. Any other decimal is the number that it spells; where a number that stands before it rounds to
it, without being equal, it stays as written too, and what is computed from it is judged with its ball.

Below ors, negations, implications and quantifiers a decimal is the number that it spells as well; but nobody is accused
there of what rounding explains: what is refuted must fail as ``loosened`` too. So must a comparison of numbers alone:
there a decimal of several places may have been rounded before anybody wrote it down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import (
    COMPARISONS,
    Dec,
    Expr,
    Head,
    Int,
    Node,
    node,
    walk_expr,
)
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import Statement

FINE: Final = 3
"""Places from which on a decimal is seldom a price or a share of a hundred, and may have been rounded."""


def exact(expr: Expr, kept: frozenset[Dec] = frozenset()) -> Expr:
    """Return ``expr`` with its decimals written as fractions, but those in ``kept``."""
    if isinstance(expr, Dec):
        return expr if expr in kept else node(Head.DIV, Int(expr.digits), Int(10**expr.places))
    if not isinstance(expr, Node) or expr.head is Head.ABOUT:
        return expr
    return Node(expr.head, tuple(exact(arg, kept) for arg in expr.args), expr.letters)


def claimed(formula: Expr, rounded: frozenset[Dec]) -> Expr:
    """Return a formula as it is decided: decimals are exact but those in ``rounded``, and sides of equations."""
    if isinstance(formula, Node) and formula.head in COMPARISONS:
        equal = formula.head in (Head.EQ, Head.NE)
        sides = (side if equal and shows(side) else exact(side, rounded) for side in formula.args)
        return Node(formula.head, tuple(sides))
    if isinstance(formula, Node) and formula.head is Head.AND:
        return Node(formula.head, tuple(claimed(arg, rounded) for arg in formula.args))
    return exact(formula)


def loosened(formula: Expr, rounded: frozenset[Dec]) -> Expr:
    """Return a formula that holds wherever ``formula`` may be said to hold, up to rounding: below connectives and
    quantifiers an equation with a decimal as a side allows a unit of its last place, and a comparison with a decimal
    in ``rounded`` may hold; and ``fine`` decimals are rounded. It is as ``claimed`` where there is none of these. What
    several parts of a conjunction say together of letters is said below it."""
    if isinstance(formula, Node) and formula.head is Head.AND:
        together = sum(bool(arg.free) for arg in formula.args) > 1
        parted = (
            _loosely(arg, rounded) if together and _shows(arg) else loosened(arg, rounded) for arg in formula.args
        )
        return Node(formula.head, tuple(parted))
    if isinstance(formula, Node) and formula.head in COMPARISONS:
        bare = formula.head not in (Head.EQ, Head.NE) and all(map(_is_numeral, formula.args))
        shown = () if bare else filter(shows, formula.args)  # an order of two numerals is one as they are written
        ends = frozenset(part for side in shown for part in walk_expr(side) if isinstance(part, Dec))
        return claimed(formula, rounded | fine(formula) | ends)
    return _allowed(formula, rounded, loosely=True)


def _loosely(formula: Expr, rounded: frozenset[Dec]) -> Expr:
    return _allowed(formula, rounded, loosely=True)


def _shows(formula: Expr) -> bool:
    """Whether a formula is an equation that says of letters what a decimal shows."""
    return (
        isinstance(formula, Node) and formula.head is Head.EQ and bool(formula.free) and any(map(shows, formula.args))
    )


def fine(formula: Expr) -> frozenset[Dec]:
    """Return the decimals of several places that numbers alone are computed from, in what a formula compares."""
    if isinstance(formula, Node) and formula.head is Head.AND:
        return frozenset[Dec]().union(*map(fine, formula.args))
    if not isinstance(formula, Node) or formula.head not in COMPARISONS or formula.free:
        return frozenset()
    found = (part for side in _inside(formula) for part in walk_expr(side))
    return frozenset(one for one in found if isinstance(one, Dec) and one.places >= FINE)


def _allowed(formula: Expr, rounded: frozenset[Dec], *, loosely: bool) -> Expr:
    """A formula that holds wherever ``formula`` may hold up to rounding (``loosely``), or only where it surely does."""
    match formula:
        case Node(head=Head.NOT, args=(p,)):
            return node(Head.NOT, _allowed(p, rounded, loosely=not loosely))
        case Node(head=Head.IMPLIES, args=(p, q)):
            return node(Head.IMPLIES, _allowed(p, rounded, loosely=not loosely), _allowed(q, rounded, loosely=loosely))
        case Node(head=Head.IFF, args=(p, q)):
            both = [_allowed(node(Head.IMPLIES, *pair), rounded, loosely=loosely) for pair in ((p, q), (q, p))]
            same = [exact(node(Head.IMPLIES, *pair)) for pair in ((p, q), (q, p))]
            return exact(formula) if both == same else node(Head.AND, *both)
        case Node(head=Head.AND | Head.OR | Head.FOR_ALL | Head.EXISTS as head, args=args, letters=letters):
            return Node(head, tuple(_allowed(arg, rounded, loosely=loosely) for arg in args), letters)
        case Node(head=head, args=args) if head in COMPARISONS:
            if any(part in rounded for part in walk_expr(formula)):
                return Node(Head.TRUE if loosely else Head.FALSE)
            if loosely == (head is Head.EQ) and head in (Head.EQ, Head.NE) and any(map(shows, args)):
                return _within_units(head, *args)
    return exact(formula)


def _within_units(head: Head, left: Expr, right: Expr) -> Node:
    """That two sides are at most a unit of the last place of a decimal apart; of ``!=``, that they are farther."""
    unit = sum(
        (part.unit for side in (left, right) if shows(side) for part in walk_expr(side) if isinstance(part, Dec)), 0
    )
    gap = node(Head.ABS, node(Head.SUB, exact(left), exact(right)))
    return node(Head.LE if head is Head.EQ else Head.GT, gap, numeral(Fraction(unit)))


def shows(side: Expr) -> bool:
    """Return whether a side is a decimal, signed or not, that may show another number rounded."""
    if isinstance(side, Node) and side.head is Head.NEG:
        return shows(side.args[0])
    return isinstance(side, Dec)


def _is_numeral(side: Expr) -> bool:
    """Whether a side is a numeral, signed or not."""
    inner = side.args[0] if isinstance(side, Node) and side.head is Head.NEG else side
    return isinstance(inner, Int | Dec)


def rounded_among(formula: Expr, values: Iterable[Fraction]) -> frozenset[Dec]:
    """Return the decimals of a formula that one of ``values`` rounds to without being equal."""
    found = {part for side in _inside(formula) for part in walk_expr(side) if isinstance(part, Dec)}
    known = frozenset(values)
    return frozenset(one for one in found if any(0 < abs(v - one.value) <= one.unit / 2 for v in known))


def _inside(formula: Expr) -> Iterator[Expr]:
    """The sides of the comparisons in a formula that are no decimals themselves."""
    if isinstance(formula, Node) and formula.head in COMPARISONS:
        yield from (side for side in formula.args if not shows(side))
    elif isinstance(formula, Node):
        for arg in formula.args:
            yield from _inside(arg)


def closed_values(formula: Expr) -> frozenset[Fraction]:
    """Return the values of the parts of a formula that have no letters."""
    found = set()
    for part in walk_expr(formula):
        if isinstance(part, Node) and not part.free and not part.letters:
            try:
                found.add(value(part, {}))
            except NotEvaluated:
                continue
    return frozenset(found)


def told_rounded(formula: Expr, statement: Statement) -> frozenset[Dec]:
    """Return the decimals of a formula that stand, as they are written, in a span that its statement calls rounded."""
    spelled = {statement.quote[begin:end].strip() for begin, end in statement.rounded}
    return frozenset(part for part in walk_expr(formula) if isinstance(part, Dec) and spell(part) in spelled)


def told_whole(formula: Expr, statement: Statement) -> bool:
    """Return whether a side of an equation is a whole number that stands, as it is written, in a span that its
    statement calls rounded."""
    spelled = {statement.quote[begin:end].strip() for begin, end in statement.rounded}
    if not isinstance(formula, Node) or formula.head is not Head.EQ:
        return False
    return any(_digits(side) in spelled for side in formula.args)


def _digits(side: Expr) -> str | None:
    if isinstance(side, Node) and side.head is Head.NEG:
        return _digits(side.args[0])
    return str(abs(side.value)) if isinstance(side, Int) else None
