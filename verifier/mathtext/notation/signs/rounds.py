"""Counting round: hours, days of the week, remainders, where a sum is equal to what is left of it."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr, Head, Int, Node, walk_expr
from verifier.mathtext.lexicon import words

MODULI: Final = frozenset({2, 7, 10, 12, 24, 60, 360, 365})
"""Moduli that go without saying: parity, weeks, last digits, clocks, turns."""

_DAYS: Final = 31  # the highest number of a day or an hour


def turned(claim: Claim, heard: Set[str], told: Set[int]) -> bool:
    """Return whether a false sum or difference of small numbers holds on a clock, or between days of the week, of which
    the text speaks; or a number stands for its remainder by one of the numbers ``told``.
    """
    sides = [claim.left, claim.right]
    leaves = [t for side in sides for t in walk_expr(side) if not _whole(t)]
    if claim.relation is not Head.EQ or not all(isinstance(t, Int) for t in leaves):
        return False
    try:
        gap = value(claim.left, {}) - value(claim.right, {})
    except NotEvaluated:
        return False
    return any(gap % number == 0 for number in _rounds(claim, heard, told))


def _rounds(claim: Claim, heard: Set[str], told: Set[int]) -> Set[int]:
    """The numbers by which both sides may differ."""
    parts = [t for side in (claim.left, claim.right) for t in walk_expr(side)]
    small = all((isinstance(t, Int) and t.value <= _DAYS) or _added(t) for t in parts)
    bare = len(parts) == 2
    rounds = {12} if (small or bare) and heard & words.CLOCK else set()
    rounds |= {7} if (small or bare) and heard & words.WEEKDAYS else set()
    rounds |= {12} if small and heard & _MONTHS else set()
    rounds |= {10} if small and heard & _CARRYING else set()
    if heard & _REMAINDERS and (bare or "divided" in heard):
        rounds |= told
    if heard & words.CIRCLING:
        rounds |= {9, 12, 360} | told | {number + 1 for number in told}
    return rounds


_MONTHS: Final = words.MONTHS - {"may", "march"}
_CARRYING: Final = frozenset({"carry", "carries", "carried", "carrying", "borrow", "borrowing"})
_REMAINDERS: Final = frozenset({"remainder", "remainders"})


def _whole(term: Expr) -> bool:
    return _added(term) or (isinstance(term, Node) and term.head in (Head.MUL, Head.POW))


def _added(term: Expr) -> bool:
    return isinstance(term, Node) and term.head in (Head.ADD, Head.SUB, Head.NEG)
