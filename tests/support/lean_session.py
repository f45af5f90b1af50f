"""One real Lean for the whole run of the tests, and terms that are short to write."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from support.lean_engine import LeanEngine
from support.terms import Short, term
from verifier.checkers.lean.process.session import LeanSession
from verifier.engines.candidate import Candidate
from verifier.kernel.claim import Claim, Standing, relate, suppose
from verifier.kernel.functions import RELATIONS
from verifier.kernel.verdict import CheckFailed, Proved, Reason, Refuted, Unknown, admit


@functools.lru_cache(maxsize=1)
def shared_session() -> LeanSession:
    """Return the session that all tests share; nothing is started before its first use."""
    return LeanSession()


def claim(
    left: Short,
    relation: str,
    right: Short,
    given: Sequence[tuple[Short, str, Short]] = (),
    for_all: bool = False,
    **more: Any,
) -> Claim:
    """Return a claim under facts, for all its letters or for those as they are."""
    premises = tuple(
        suppose(f"p{i}", Standing.FACT, RELATIONS[r], term(a), term(b)) for i, (a, r, b) in enumerate(given)
    )
    made = relate(RELATIONS[relation], term(left), term(right), premises, **more)
    return made.for_all() if for_all else made


def decide(of: Claim, session: LeanSession | None = None) -> Proved | Refuted | Unknown:
    """Return what the Lean engine decides: the first candidate that the door lets in, or the last failure."""
    last = Unknown(Reason.NO_ENGINE)
    for offer in LeanEngine(session or shared_session()).propose(of):
        if not isinstance(offer, Candidate):
            last = offer
            continue
        try:
            return admit(offer.claim, offer.proof, offer.checker)
        except CheckFailed as failure:
            last = Unknown(failure.reason, str(failure))
    return last
