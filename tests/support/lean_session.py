"""One real Lean for the whole run of the tests, and terms that are short to write."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from support.terms import Short, term
from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.script import reflection
from verifier.checkers.lean.statement.statement import Statement, stated
from verifier.checkers.points import read_point
from verifier.engines.candidate import Candidate
from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.engines.lean.sketch_search import ChainedEngine
from verifier.engines.lean.tactics.reflection import formula
from verifier.judging.decide import formal_judge
from verifier.kernel.claim import Claim, Standing, relate, suppose
from verifier.kernel.functions import RELATIONS
from verifier.kernel.verdict import Proof, Proved, Refuted, Shows, Unknown, admit


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


def said(of: Claim, shows: Shows = Shows.TRUE, assume_defined: bool = False, **model: str) -> Statement:
    """Return the statement that Lean gets for a claim."""
    return stated(of, shows, read_point(model), assume_defined)


def by_reflection(of: Claim, shows: Shows) -> Proof:
    """Return the proof by reflection of a closed claim, or of its denial."""
    found = formula(said(of, shows))
    assert found is not None
    return Proof("lean", shows, {"text": reflection(found)})


def decide(of: Claim, session: LeanSession | None = None) -> Proved | Refuted | Unknown:
    """Return what Lean makes of a claim: as the prover decides it, else as one that is open, else as a theorem."""
    engine = LeanFormulaEngine(session or shared_session())
    known = formal_judge().decide(of)
    told = engine.certified([known.certificate]) if isinstance(known, Proved | Refuted) else []
    told = told if told and not isinstance(told[0], Unknown) else engine.settled([of])
    if isinstance(told[0], Unknown):
        offer = ChainedEngine(session or shared_session()).propose(of, [])
        if isinstance(offer, Candidate) and offer.checker is not None:
            verdict = admit(offer.claim, offer.proof, offer.checker)
            assert isinstance(verdict, Proved)
            return verdict
    return told[0]
