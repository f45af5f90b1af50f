"""Computations that are no test, whatever the text says of testing: ``Let's check: 7 · 13 = 92``.

What is put to the test is held against a number that stood somewhere before. A number that stands nowhere else is what
the computation came to.
"""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction

from verifier.checkers.evaluate import shown
from verifier.kernel.expr import Dec, Int, free_names, walk_expr
from verifier.mathtext.lexicon import words
from verifier.readers.exact.guards.table import sentence as guards
from verifier.readers.exact.reading import Formula, Reading


def untested(formula: Formula, reading: Reading, before: Set[Fraction]) -> Formula:
    """Return a formula without the obstacle that it may be a test, where it works out a number that stood nowhere in
    the text before it. ``before``: the numbers of the problem and of the steps before."""
    found, work = shown(formula.right.term), formula.left
    if not before or reading.vocabulary & (words.DENIALS | words.ASKING):
        return formula  # the problem is not known; or whether it holds is asked, or denied
    if guards.FAILING() not in formula.obstacles or free_names(work.term, formula.right.term) or not work.compound:
        return formula
    if found is None and formula.position and formula.right.compound and shown(work.term) is None:
        return formula.without(guards.NEW_NUMBER)  # one computation written as the next, inside a chain
    if found is None:
        return formula
    earlier = {
        abs(Fraction(t.value))
        for expr in reading.numerals
        if expr.end <= formula.span[0]
        for t in walk_expr(expr.term)
        if isinstance(t, Int | Dec)
    }
    if abs(found[0]) in earlier or abs(found[0]) in {abs(number) for number in before}:
        return formula
    return formula.without(guards.NEW_NUMBER)
