"""Re-readings: other meanings of the characters of a refuted equation of numbers.

The search is bounded. Two edits at most restore lost brackets, superscripts and blanks, or remove labels. Every other
re-reading needs a cue: a word, a unit, or a pattern of the signs. ``decide`` judges each re-reading whose values fit.
The step is spared if one is proved. ``rereadings.toml`` has a row for each, with examples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from verifier.checkers.evaluate import Outcome, compare
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim
from verifier.kernel.expr import ExprTooLarge, Head
from verifier.mathtext.guards.guard import Abstention
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.reading import Formula
from verifier.readers.exact.rereading.cued import CUED
from verifier.readers.exact.rereading.lost import add_brackets, may_lose_brackets, restore_lost
from verifier.readers.exact.rereading.table import ROWS, Seen, Sides
from verifier.readers.exact.rereading.tokens import to_float


def reread(formula: Formula, claim: Claim, context: Context) -> Iterator[tuple[Abstention, Sides]]:
    """Yield the re-readings of an equation of numbers whose values fit, each with both sides."""
    if claim.letters or claim.relation not in (Head.EQ, Head.APPROX):
        return
    seen = Seen(formula, claim, context)
    if formula.right.remainder or formula.left.worded:  # the reading of words lists its own alternatives
        others = ((left, claim.right) for left in formula.otherwise)
        yield from ((ROWS["labels"].guard(), sides) for sides in others if holds(claim, sides))
        return
    lost = ((row, sides) for row, sides in restore_lost(seen) if holds(claim, sides))
    for row, sides in (*islice(lost, 1), *_with_cue(seen)):
        yield ROWS[row].guard(), sides


def reread_with_letters(formula: Formula, claim: Claim) -> Iterator[tuple[Abstention, Sides]]:
    """Yield an equation of variables with brackets restored in a right side that is a number, such as
    ``f(-1) = -1^2 + 2``. Values are not compared."""
    if claim.letters and claim.relation is Head.EQ and not claim.right.free and may_lose_brackets(formula):
        yield from ((ROWS["brackets"].guard(), (claim.left, right)) for right in add_brackets(claim.right))


def holds(claim: Claim, sides: Sides) -> bool:
    """Return whether an equation of numbers holds with other sides, exactly or after rounding. Irrational values are
    compared as floating-point numbers, to nine digits."""
    try:
        return compare(claim.between(*sides), {}) in (Outcome.HOLDS, Outcome.HOLDS_ROUNDED)
    except ExprTooLarge:
        return False
    except NotEvaluated:
        left, right = map(to_float, sides)
        return left is not None and right is not None and math.isclose(left, right, rel_tol=1e-9)


def _with_cue(seen: Seen) -> Iterator[tuple[str, Sides]]:
    for name, made in CUED.items():
        if ROWS[name].has_cue(seen):
            yield from ((name, sides) for sides in _tried(made, seen) if holds(seen.claim, sides))


def _tried(made: Callable[[Seen], Iterable[Sides]], seen: Seen) -> Iterator[Sides]:
    """Yield both sides in each way, up to one that has no value or is too large."""
    try:
        yield from made(seen)
    except (ArithmeticError, ExprTooLarge, NotEvaluated):
        return
