"""Forced values (pins): equations such as ``2x + 3 = 11`` that force the values of letters, one after another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import islice

from verifier.checkers.evaluate import Outcome, Point, compare, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, Hypothesis, relate
from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Node, Sym, node, substitute, walk_expr
from verifier.kernel.verdict import CheckFailed

APPROXIMATE = Fraction(1, 20)  # after rounding, gaps up to 5% of the larger side do not refute
MAX_NODES = 4000  # largest term, in nodes, after letters were replaced by what pins them


def pin(premise: Hypothesis, point: Point) -> tuple[str, Fraction, Expr] | None:
    """Return (letter, value, term) when ``premise`` is an equation that forces one new letter to equal the term.

    The letter stands alone on a side, or occurs once and is freed by undoing one operation after another.
    """
    if premise.relation is not Head.EQ:
        return None
    if len(premise.formula.free - point.keys()) != 1:
        return None
    new = [t.name for side in (premise.left, premise.right) for t in walk_expr(side) if isinstance(t, Sym)]
    new = [name for name in new if name not in point]
    if len(new) != 1:
        return None
    onto = (premise.left, premise.right) if new[0] in premise.left.free else (premise.right, premise.left)
    try:
        term = freed(new[0], *onto)
        return None if term is None else (new[0], value(term, point), term)
    except (NotEvaluated, ExprTooLarge):
        return None


def freed(name: str, side: Expr, other: Expr) -> Expr | None:
    """Return the term that the letter equals when ``side = other``, every step being reversible where it is defined.

    Raises: ExprTooLarge.
    """
    while isinstance(side, Node):
        first, last = side.args[0], side.args[-1]
        inside = name in first.free
        match side.head:
            case Head.ADD:
                other = node(Head.SUB, other, last if inside else first)
            case Head.SUB:
                other = node(Head.ADD, other, last) if inside else node(Head.SUB, first, other)
            case Head.MUL:
                other = node(Head.DIV, other, last if inside else first)
            case Head.DIV:
                other = node(Head.MUL, other, last) if inside else node(Head.DIV, first, other)
            case Head.NEG:
                other = node(Head.NEG, other)
            case Head.PERCENT:
                other = node(Head.MUL, other, Int(100))
            case _:
                return None
        side = first if inside else last
    return other


def pinned_by(premises: tuple[Hypothesis, ...], pins: object) -> tuple[dict[str, Fraction], dict[str, Expr]]:
    """Return the letters' values, and the terms that pin them, forced by the premises with the indices ``pins``.

    Raises: CheckFailed when one of them forces no new letter.
    """
    point: dict[str, Fraction] = {}
    terms: dict[str, Expr] = {}
    if not isinstance(pins, list | tuple) or len(pins) > len(premises):
        raise CheckFailed("the proof has no pins")
    for index in pins:
        known = isinstance(index, int) and 0 <= index < len(premises)
        found = pin(premises[index], point) if known else None
        if found is None:
            raise CheckFailed(f"premise {index!r:.20} forces no letter")
        point[found[0]], terms[found[0]] = found[1], found[2]
    return point, terms


def at_pins(claim: Claim, point: Point, terms: Mapping[str, Expr]) -> Outcome:
    """Return what the forced values say; with decimals behind them, only what their spelling says too.

    ``x = 0.67`` and ``x = 2/3`` differ by rounding as much as ``0.67 = 2/3`` does. Raises: NotEvaluated.
    """
    outcome = compare(claim, point)
    if outcome is Outcome.FAILS and claim.rounded and _near(claim, point):
        return Outcome.ROUNDED
    if not any(isinstance(t, Dec) for term in terms.values() for t in walk_expr(term)):
        return outcome
    try:
        spelled = compare(_spelled(claim, terms), {})
    except ExprTooLarge:
        return Outcome.ROUNDED
    return outcome if spelled is outcome else Outcome.ROUNDED


def _near(claim: Claim, point: Point) -> bool:
    """Whether an equation is so nearly true that numbers rounded on the way may explain it."""
    left, right = value(claim.left, point), value(claim.right, point)
    near = abs(left - right) <= max(abs(left), abs(right)) * APPROXIMATE
    return near and claim.relation in (Head.EQ, Head.APPROX)


def _spelled(claim: Claim, terms: Mapping[str, Expr]) -> Claim:
    full: dict[str, Expr] = {}
    for name, term in terms.items():  # in the order of the pins: each rests on earlier letters
        full[name] = _bounded(substitute(term, full))
    left, right = _bounded(substitute(claim.left, full)), _bounded(substitute(claim.right, full))
    return relate(claim.relation, left, right, rounded=claim.rounded)


def _bounded(term: Expr) -> Expr:
    if next(islice(walk_expr(term), MAX_NODES, None), None) is not None:
        raise ExprTooLarge(f"more than {MAX_NODES} nodes")
    return term


def forcing(premises: tuple[Hypothesis, ...], allowed: Iterable[int], wanted: Iterable[str]) -> list[int] | None:
    """Return the indices, in order, of premises among ``allowed`` that force all ``wanted`` letters, or None."""
    point: dict[str, Fraction] = {}
    by: dict[str, int] = {}
    waiting, moved = list(allowed), True
    while moved:
        moved = False
        for index in list(waiting):
            if (found := pin(premises[index], point)) is not None:
                point[found[0]], by[found[0]], moved = found[1], index, True
                waiting.remove(index)
    needed, stack = set[str](), list(wanted)
    while stack:
        name = stack.pop()
        if name not in by:
            return None
        if name not in needed:
            needed.add(name)
            stack.extend(premises[by[name]].formula.free - {name})
    return [index for name, index in by.items() if name in needed]


def fails_at(premise: Hypothesis, point: Point, claim: Claim) -> bool:
    """Return whether ``premise`` is false at ``point``, beyond rounding."""
    asked = Claim(premise.formula, rounded=claim.rounded)
    try:
        return compare(asked, point) is Outcome.FAILS
    except NotEvaluated:
        return False
