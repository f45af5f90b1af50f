"""Three dots: a sum or a product that goes on in a way that its first and last members leave no doubt of.

``1 + 2 + ... + 10`` is the sum of ten members: every whole number in a member either stays or grows by the same step.
Where it grows by more than one, or is multiplied, three members must stand before the dots: ``1 + 2 + 4 + ... + 64`` is
geometric.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, number, walk_expr

DOTS: Final = Sym("…")
MAX_MEMBERS: Final = 300


def undotted(term: Expr) -> Expr | None:
    """Return ``term`` with the members written out that dots stand for, or None where they are in doubt."""
    if not any(inner == DOTS for inner in walk_expr(term)):
        return term
    if not isinstance(term, Node):
        return None
    if term.head in (Head.ADD, Head.MUL):
        members = _members(term, term.head)
        if DOTS in members:
            return _filled(members, term.head)
    args = [undotted(arg) for arg in term.args]
    return None if None in args else Node(term.head, tuple(arg for arg in args if arg is not None))


def balanced(op: Head, members: list[Expr]) -> Expr:
    """Return the sum or product of the members, nested as little as may be. Raises: ExprTooLarge."""
    while len(members) > 1:
        pairs = [Node(op, (a, b)) for a, b in zip(members[::2], members[1::2], strict=False)]
        members = pairs + members[len(members) - len(members) % 2 :]
    return members[0]


def _members(term: Expr, op: Head) -> list[Expr]:
    found: list[Expr] = []
    while isinstance(term, Node) and term.head is op:
        found.append(term.args[1])
        term = term.args[0]
    return [term, *reversed(found)]


def _filled(members: list[Expr], op: Head) -> Expr | None:
    place = members.index(DOTS)
    first, last = members[:place], members[place + 1 :]
    if len(first) < 2 or not last or any(inner == DOTS for one in (*first, *last) for inner in walk_expr(one)):
        return None
    arithmetic, geometric = _arithmetic(first, last), _geometric(first, last)
    if (arithmetic is None) == (geometric is None):
        return None
    if arithmetic is None and len(first) < 3 and all(isinstance(one, Int) for one in (*first, *last)):
        return None  # 1 + 3 + ... + 9 may go on with odd numbers
    found = arithmetic or geometric
    return balanced(op, found) if found is not None else None


def _arithmetic(first: list[Expr], last: list[Expr]) -> list[Expr] | None:
    """The members where every whole number in them stays or grows by a step."""
    rows = [_numbers(one) for one in (*first, *last)]
    if len({shape for shape, _ in rows}) > 1:
        return None
    numbers = [row for _, row in rows]
    steps = [b - a for a, b in zip(numbers[0], numbers[1], strict=True)]
    spans = {
        Fraction(z - a, d) if d else None for a, z, d in zip(numbers[0], numbers[-1], steps, strict=True) if d or z != a
    }
    if len(spans) != 1 or None in spans:
        return None
    count = next(iter(spans))
    if count is None or count.denominator != 1 or not len(first) + len(last) <= count + 1 <= MAX_MEMBERS:
        return None
    if len(first) < 3 and (any(abs(d) > 1 for d in steps) or numbers[:2] == [[2], [3]]):
        return None  # 2 + 3 + ... + 11 may go on with primes
    whole = [[a + i * d for a, d in zip(numbers[0], steps, strict=True)] for i in range(int(count) + 1)]
    if whole[: len(first)] != numbers[: len(first)] or whole[-len(last) :] != numbers[len(first) :]:
        return None
    return [_with(first[0], iter_) for iter_ in whole] if all(x >= 0 for row in whole for x in row) else None


def _geometric(first: list[Expr], last: list[Expr]) -> list[Expr] | None:
    """The members of a geometric progression, by their values."""
    try:
        values = [value(one, {}) for one in (*first, *last)]
    except NotEvaluated:
        return None
    if 0 in values:
        return None
    ratio, found = values[1] / values[0], [values[0]]
    while found[-1] != values[-1] and len(found) < 64 and abs(ratio) != 1:
        found.append(found[-1] * ratio)
    fits = found[: len(first)] == values[: len(first)] and found[-len(last) :] == values[len(first) :]
    return [number(x) for x in found] if fits and len(found) >= len(values) else None


def _numbers(term: Expr) -> tuple[str, list[int]]:
    """The shape of a term, and the whole numbers in it from left to right."""
    return repr(_with(term, [0] * sum(isinstance(inner, Int) for inner in walk_expr(term)))), [
        inner.value for inner in walk_expr(term) if isinstance(inner, Int)
    ]


def _with(term: Expr, numbers: list[int]) -> Expr:
    """The term with its whole numbers, from left to right, replaced."""
    left = iter(numbers)

    def put(inner: Expr) -> Expr:
        if isinstance(inner, Int):
            return Int(next(left))
        return Node(inner.head, tuple(put(arg) for arg in inner.args)) if isinstance(inner, Node) else inner

    return put(term)
