"""Why a step is not approved for its formulas alone: what the reader knows before anybody decides, as guards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import Outcome, compare, shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import relate
from verifier.kernel.expr import Expr, Head, free_names
from verifier.mathtext.guards.guard import Abstention
from verifier.readers.exact.claims.premises import place
from verifier.readers.exact.formal.guarded import Against
from verifier.readers.exact.formal.steps import Said
from verifier.readers.exact.guards.excuses import ROLES
from verifier.readers.exact.guards.says_more import says_more, tautology
from verifier.readers.exact.guards.table import approvals
from verifier.readers.exact.reading import Formula, Reading

_ORDER: Final = frozenset({Head.LT, Head.LE, Head.GT, Head.GE, Head.NE})
_RESTATED: Final = {"given": "ungiven", "supposed": "infirm", "recalled": "infirm"}
"""What a formula that is not asserted must not be if its step is to be approved, by its role."""


def unapproved(reading: Reading, turning: bool) -> Iterator[Abstention]:
    """Yield why a step is not approved, whatever becomes of its formulas. ``turning``: the chain may give equality
    another meaning."""
    if turning:
        yield approvals.TURNING()
    yield from says_more(reading)
    if all(map(tautology, reading.formulas)):
        yield approvals.EMPTY()


def against_approval(one: Said) -> Iterator[Against]:
    """Yield what forbids to approve a step for one of its formulas, each on its condition."""
    formula, here = one.formula, place(one.id)
    if formula.role in ROLES:
        failing = _RESTATED.get(formula.role)
        failing = "unproved" if failing is not None and formula.work is not None else failing
        yield Against("approve", ROLES[formula.role](), "" if failing is None else f"{failing} {here}")
    if one.restates:
        yield Against("approve", approvals.EMPTY())
    bound = one.claim.is_for_all or not one.claim.letters
    if one.claim.relation in _ORDER and not bound and not formula.left.everywhere and formula.work is None:
        yield Against("approve", approvals.WEAKER(), f"resting {here}")
    if limited(formula):
        yield Against("approve", approvals.LIMITED(), f"conditional {here}")


def limited(formula: Formula) -> bool:
    """Return whether a formula is said of all values of its letters, where a condition may fail under which it holds:
    of all real values, or at a bound of those that are told."""
    told = formula.left.given
    if told is None:
        return False
    numbers = [Fraction(0), *(at for one in told for side in one[1:] if (at := _number(side)) is not None)]
    return not told or any(_within(at, told) and not _defined(formula, at) for at in numbers)


def _within(at: Fraction, told: Sequence[tuple[Head, Expr, Expr]]) -> bool:
    points = ((relate(*one), dict.fromkeys(free_names(*one[1:]), at)) for one in told)
    try:
        return all(compare(claim, point) is Outcome.HOLDS for claim, point in points)
    except NotEvaluated:
        return True  # it may be within


def _defined(formula: Formula, at: Fraction) -> bool:
    sides = formula.left.term, formula.right.term
    try:
        return all(value(side, dict.fromkeys(side.free, at)) is not None for side in sides)
    except NotEvaluated:
        return False


def _number(term: Expr) -> Fraction | None:
    found = shown(term)
    return None if found is None else found[0]
