"""Sets of real numbers in answers: intervals, unions, conditions on a letter and complements, as disjoint intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from verifier.answers.kinds import Form, Infinite, Quantity, Related, Row, Several, Without
from verifier.answers.terms import EQUAL, Sameness, differ, left_open
from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Dec, Expr, Head, Sym, walk_expr

FLIPPED: Final = {
    Head.LT: Head.GT,
    Head.GT: Head.LT,
    Head.LE: Head.GE,
    Head.GE: Head.LE,
}
ORDERS: Final = frozenset((*FLIPPED, Head.NE))
MAX_PIECES: Final = 100

Cut = tuple[int, Fraction, int]
"""A place between numbers: -1, 0 or 1 for minus infinity, a number or infinity; the number; just after it or not."""
Piece = tuple[Cut, Cut]

_LOWEST: Final[Cut] = (-1, Fraction(0), 0)
_HIGHEST: Final[Cut] = (1, Fraction(0), 0)


@dataclass(frozen=True, slots=True)
class RealSet:
    """Disjoint pieces in order, none touching the next, and the letters of the conditions that describe them."""

    pieces: tuple[Piece, ...]
    names: frozenset[str] = frozenset()


def is_region(found: Form) -> bool:
    """Return whether an answer can only be a set of real numbers: a union, an inequality, a complement."""
    if isinstance(found, Related):
        return found.relation in ORDERS
    return isinstance(found, Without) or (isinstance(found, Several) and found.union)


def compare_sets(a: Form, b: Form) -> Sameness | None:
    """Return whether two answers are the same set of real numbers, None where one cannot be read as such a set."""
    first, second = real_set(a), real_set(b)
    if first is None or second is None:
        return None
    if first.names and second.names and first.names != second.names:
        return left_open("conditions on other letters")
    if first.pieces == second.pieces:
        return EQUAL
    return None if _has_decimals(a) != _has_decimals(b) else differ("another set of numbers")


def real_set(found: Form) -> RealSet | None:
    """Return an answer as a set of real numbers; None where an end of it is no rational number."""
    match found:
        case Related(relation, left, right) if relation in ORDERS:
            return _condition(relation, left.term, right.term)
        case Row(opening, (low, high), closing) if opening in "([" and closing in ")]":
            cuts = _cut(low, opening == "("), _cut(high, closing == "]")
            if cuts[0] is None or cuts[1] is None or cuts[0] >= cuts[1]:
                return None
            return RealSet(((cuts[0], cuts[1]),))
        case Several(parts) if found.union or all(isinstance(part, Quantity) for part in parts):
            return _joined(parts)
        case Quantity():
            point = _number(found.term)
            return None if point is None or found.units else RealSet((((0, point, 0), (0, point, 1)),))
        case Without(base, removed):
            first, second = real_set(base), real_set(removed)
            if first is None or second is None:
                return None
            return RealSet(tuple(_outside(first.pieces, second.pieces)), first.names | second.names)
    return None


def _joined(parts: Iterable[Form]) -> RealSet | None:
    read = [real_set(part) for part in parts]
    known = [one for one in read if one is not None]
    pieces = [piece for one in known for piece in one.pieces]
    if len(known) < len(read) or len(pieces) > MAX_PIECES:
        return None
    return RealSet(_merged(pieces), frozenset(name for one in known for name in one.names))


def _merged(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for low, high in sorted(pieces):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return tuple(found)


def _outside(pieces: tuple[Piece, ...], removed: tuple[Piece, ...]) -> Iterator[Piece]:
    """What is left of pieces without the removed ones; both are in order."""
    for low, high in pieces:
        at = low
        for start, end in removed:
            if end <= at or start >= high:
                continue
            if start > at:
                yield at, start
            at = max(at, end)
        if at < high:
            yield at, high


def _condition(relation: Head, left: Expr, right: Expr) -> RealSet | None:
    if isinstance(right, Sym):
        left, right, relation = right, left, FLIPPED.get(relation, relation)
    number = _number(right)
    if not isinstance(left, Sym) or number is None:
        return None
    before, after = (0, number, 0), (0, number, 1)
    pieces = {
        Head.LT: ((_LOWEST, before),),
        Head.LE: ((_LOWEST, after),),
        Head.GT: ((after, _HIGHEST),),
        Head.GE: ((before, _HIGHEST),),
        Head.NE: ((_LOWEST, before), (after, _HIGHEST)),
    }[relation]
    return RealSet(pieces, frozenset((left.name,)))


def _cut(end: Form, after: bool) -> Cut | None:
    if isinstance(end, Infinite):
        return _LOWEST if end.negative else _HIGHEST
    number = _number(end.term) if isinstance(end, Quantity) and not end.units else None
    return None if number is None else (0, number, int(after))


def _number(term: Expr) -> Fraction | None:
    try:
        return None if term.free else value(term, {})
    except NotEvaluated:
        return None


def _has_decimals(found: Form) -> bool:
    """Whether a number with decimals, which may be rounded, is an end of the set."""
    match found:
        case Quantity(term):
            return any(isinstance(part, Dec) for part in walk_expr(term))
        case Row(_, parts, _) | Several(parts):
            return any(map(_has_decimals, parts))
        case Related(_, left, right) | Without(left, right):
            return _has_decimals(left) or _has_decimals(right)
    return False
