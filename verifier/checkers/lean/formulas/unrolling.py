"""Sums and products of few terms, written out, and choices between numbers that need no condition (trusted)."""

from __future__ import annotations

from verifier.kernel.expr import Expr, Head, Int, Node, NotSubstituted, substitute

MOST = 60
"""Most terms of a sum or product that are written out."""


def unrolled(expr: Expr) -> Expr:
    """Return ``expr`` with its sums and products between numerals written out; others stay as they are.

    Raises:
        ExprTooLarge: where the result is beyond the bounds.
    """
    if not isinstance(expr, Node):
        return expr
    args = tuple(map(unrolled, expr.args))
    match expr.head, args:
        case (Head.SUM | Head.PROD) as head, (body, first, last):
            if (ends := _numbers(first, last)) is not None and ends[1] - ends[0] < MOST:
                return _folded(head, expr.letters[0].name, body, range(ends[0], ends[1] + 1))
    return Node(expr.head, args, expr.letters) if args != expr.args else expr


def _folded(head: Head, name: str, body: Expr, values: range) -> Expr:
    """The terms, joined; none of them: 0 or 1, as the page has it."""
    found: Expr = Int(0 if head is Head.SUM else 1)
    for place, value in enumerate(values):
        try:
            term = substitute(body, {name: _numeral(value)})
        except NotSubstituted:
            return Node(head, (body, Int(values.start), Int(values.stop - 1)))
        found = term if place == 0 else Node(Head.ADD if head is Head.SUM else Head.MUL, (found, term))
    return found


def _numbers(*exprs: Expr) -> tuple[int, ...] | None:
    found = []
    for one in exprs:
        match one:
            case Int(value):
                found.append(value)
            case Node(Head.NEG, (Int(value),)):
                found.append(-value)
            case _:
                return None
    return tuple(found)


def _numeral(value: int) -> Expr:
    return Int(value) if value >= 0 else Node(Head.NEG, (Int(-value),))
