"""What formulas that hold whatever their letters are say of others, at a few numbers for these letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from typing import Final

from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import bounds, folded
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Int, Node, substitute, walk_expr

MAX_TRIED: Final = 40  # most numbers that are looked at
_TRIED: Final = tuple(map(Fraction, (0, 1, 2, -1, 3, 4, 5, -2)))


def at_numbers(formula: Node) -> Iterator[tuple[tuple[Fraction, ...], list[Expr]]]:
    """Yield numbers for the letters of a ForAll, and the equations that it says there of other letters: one time more
    than there are of these."""
    names = [one.name for one in formula.letters]
    limits = [fact for letter in formula.letters for fact in bounds(letter)]
    wanted = 1 + len(formula.free)
    for numbers in islice(product(_TRIED, repeat=len(names)), MAX_TRIED):
        values = dict(zip(names, map(numeral, numbers), strict=True))
        said = [*_said(formula.args[0], values)] if all(_holds(one, values) for one in limits) else []
        if said:
            yield numbers, said
            wanted -= 1
        if not wanted:
            return


def _said(body: Expr, values: Mapping[str, Expr]) -> Iterator[Expr]:
    """The equations that a formula says at values, as far as they are defined there."""
    match body:
        case Node(head=Head.IMPLIES, args=(p, q)) if _holds(p, values):
            yield from _said(q, values)
        case Node(head=Head.AND, args=args):
            for arg in args:
                yield from _said(arg, values)
        case Node(head=Head.EQ):
            found = folded(substitute(body, values))
            if found.free and not any(_divides_by_zero(part) for part in walk_expr(found)):
                yield found


def _holds(formula: Expr, values: Mapping[str, Expr]) -> bool:
    try:
        return truth(substitute(formula, values), {}) is True
    except NotEvaluated:
        return False


def _divides_by_zero(expr: Expr) -> bool:
    return isinstance(expr, Node) and expr.head is Head.DIV and expr.args[1] == Int(0)
