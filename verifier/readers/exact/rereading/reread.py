"""Re-readings: what else the characters of a refuted equation of numbers may say.

A bounded search. Brackets, superscripts and blanks that were lost, and labels and separators at the edges, are tried by
themselves, two of them at most. Every other re-reading needs a cue: one of its words, or a pattern of the signs. An
equation that is right as read so is not held to be refuted: ``decide`` judges each re-reading that seems to hold by its
values, and the step is spared unless that is refuted too. ``rereadings.toml`` has a row for each, with its examples.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

from verifier.checkers.evaluate import Outcome, compare
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head
from verifier.mathtext.guards.guard import Abstention
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.reading import Formula
from verifier.readers.exact.rereading.cued import CUED
from verifier.readers.exact.rereading.lost import may_lose_brackets, put_back, with_brackets
from verifier.readers.exact.rereading.table import ROWS, Seen, Sides
from verifier.readers.exact.rereading.tokens import to_float


def reread(formula: Formula, claim: Claim, context: Context) -> Iterator[tuple[Abstention, Sides]]:
    """Yield the re-readings by which an equation of numbers that is refuted may be right: both sides as read so."""
    if claim.letters or claim.relation not in (Head.EQ, Head.APPROX):
        return
    seen = Seen(formula, claim, context)
    if formula.right.remainder or formula.left.worded:  # words are read in the ways that they have
        others = ((left, claim.right) for left in formula.otherwise)
        yield from ((ROWS["labels"].guard(), sides) for sides in others if holds(claim, sides))
        return
    lost = ((row, sides) for row, sides in put_back(seen) if holds(claim, sides))
    for row, sides in (*islice(lost, 1), *_with_cue(seen)):
        yield ROWS[row].guard(), sides


def reread_with_letters(formula: Formula, claim: Claim) -> Iterator[tuple[Abstention, Sides]]:
    """Yield an equation of letters with brackets put back into the side that has none of them, whatever it is worth:
    ``f(-1) = -1^2 + 2``."""
    if claim.letters and claim.relation is Head.EQ and not claim.right.free and may_lose_brackets(formula):
        yield from ((ROWS["brackets"].guard(), (claim.left, right)) for right in with_brackets(claim.right))


def holds(claim: Claim, sides: Sides) -> bool:
    """Return whether an equation of numbers holds with other sides, exactly or as rounded; values with roots and the
    like are compared as floating-point numbers."""
    try:
        return compare(claim.between(*sides), {}) in (Outcome.HOLDS, Outcome.HOLDS_ROUNDED)
    except NotEvaluated:
        left, right = map(to_float, sides)
        return left is not None and right is not None and math.isclose(left, right, rel_tol=1e-9)


def _with_cue(seen: Seen) -> Iterator[tuple[str, Sides]]:
    for name, made in CUED.items():
        if ROWS[name].cued(seen):
            yield from ((name, sides) for sides in made(seen) if holds(seen.claim, sides))
