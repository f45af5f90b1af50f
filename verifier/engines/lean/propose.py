"""In which direction Lean is asked about a relation, at which point, and in which manner."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.checkers.evaluate import Outcome, Point, satisfies
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.numeric_check import seen
from verifier.checkers.lean.statement.render import Manner
from verifier.engines.points import small_points
from verifier.kernel.claim import Claim
from verifier.kernel.expr import free_names
from verifier.kernel.verdict import CheckFailed, Reason, Unknown

MAX_PREMISES = 8  # most premises that a statement carries


def manners(claim: Claim, outcome: Outcome) -> Iterator[Manner]:
    """Yield in which manners a statement of the claim is tried, the strongest first."""
    if outcome is Outcome.HOLDS_ROUNDED:
        yield Manner(as_rounded=True)
        return
    yield Manner()
    if outcome is Outcome.HOLDS and claim.letters and not claim.is_for_all:
        yield Manner(assume_defined=True)


def model_of(claim: Claim) -> Point | Unknown:
    """Return values at which the premises hold and both sides mean something, or why not."""
    from verifier.engines.symbolic.model import model  # loads python-flint: only when premises need solving

    names = free_names(*claim.terms)
    solved = model(claim) if claim.premises else {}
    if solved is None:
        return Unknown(Reason.NO_MODEL_FOUND, "no model of the premises was found")
    for small in small_points(claim, ()):
        point = {**{name: x for name, x in small.items() if name in names}, **solved}
        if point.keys() == names and _meaningful(claim, point):
            return point
    return Unknown(Reason.SIDE_CONDITION, "no values were found at which the premises hold and both sides are defined")


def telling_point(claim: Claim) -> Point | None:
    """Return a small point that satisfies the premises and not the claim, else both, else None."""
    holds_at: Point | None = None
    for point in small_points(claim, range(len(claim.premises))):
        if not _meaningful(claim, point):
            continue
        outcome = _outcome(claim, point)
        if outcome is Outcome.FAILS:
            return point
        if holds_at is None and outcome is Outcome.HOLDS:
            holds_at = point
    return holds_at


def _outcome(claim: Claim, point: Point) -> Outcome | None:
    try:
        return seen(claim, point)
    except (NotEvaluated, CheckFailed):
        return None


def _meaningful(claim: Claim, point: Point) -> bool:
    try:
        return _outcome(claim, point) is not None and satisfies(claim.premises, point)
    except NotEvaluated:
        return False
