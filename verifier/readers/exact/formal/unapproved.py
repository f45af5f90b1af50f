"""Why a step is not approved for its formulas alone: told of all that the reader knows before anybody decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.kernel.claim import Binder, Claim
from verifier.kernel.expr import Head
from verifier.readers.exact.discourse.operations import BALANCED
from verifier.readers.exact.guards.excuses import ROLES
from verifier.readers.exact.guards.guard import Abstention
from verifier.readers.exact.guards.says_more import says_more, tautology
from verifier.readers.exact.guards.table import approvals
from verifier.readers.exact.reading import Formula, Reading

_ORDER: Final = frozenset({Head.LT, Head.LE, Head.GT, Head.GE, Head.NE})


def unapproved(reading: Reading, claims: Sequence[Claim], turning: bool) -> Iterator[Abstention]:
    """Yield why. ``claims``: what its formulas claim; ``turning``: the chain may give equality another meaning."""
    pairs = list(zip(reading.formulas, claims, strict=True))
    yield from (ROLES[formula.role]() for formula, claim in pairs if _is_told(formula, claim))
    if any(formula.work is not None and formula.work.code in BALANCED for formula, _ in pairs):
        yield approvals.UNSHOWN()
    if turning:
        yield approvals.TURNING()
    yield from says_more(reading)
    if any(_weaker(formula, claim) for formula, claim in pairs):
        yield approvals.WEAKER()
    if all(map(tautology, reading.formulas)):
        yield approvals.EMPTY()


def _is_told(formula: Formula, claim: Claim) -> bool:
    """Whether a formula is not asserted, and says more than numbers alone show."""
    known = formula.role in ("given", "recalled") and not claim.letters
    return formula.role in ROLES and not known


def _weaker(formula: Formula, claim: Claim) -> bool:
    """Whether an order relation may say less than what it follows from."""
    bound = claim.binder is Binder.FOR_ALL or not claim.letters
    return claim.relation in _ORDER and not bound and not formula.left.everywhere
