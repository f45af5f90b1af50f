"""Puts relations to Lean, one by one, as the checker of relations takes them: for its tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from verifier.checkers.evaluate import Outcome, Point
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean import script
from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.numeric_check import seen
from verifier.checkers.lean.process.prover import Prover
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import Manner, render
from verifier.checkers.lean.toolchain import mathlib
from verifier.checkers.points import reason_of, spell_point
from verifier.engines.candidate import Candidate
from verifier.engines.lean.sketch_search import _outcome, manners, model_of, telling_point
from verifier.engines.lean.tactics import reflection
from verifier.engines.lean.tactics.reflection import proofs
from verifier.engines.points import connected
from verifier.kernel.claim import FIRM, Claim
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Reason, Shows, Unknown


def by_reflection(of: Claim, shows: Shows) -> Proof:
    """The proof by reflection of a closed claim, or of its denial."""
    found = reflection.formula(render(of, shows))
    assert found is not None
    return Proof("lean", shows, {"text": script.reflection(found)})


MAX_PREMISES = 8  # most premises that a statement carries


class LeanEngine:
    """Proposes proofs from the portfolio for closed claims, identities and consequences of premises."""

    name: ClassVar[str] = "lean"

    def __init__(self, session: Prover, deadline: float = 60.0) -> None:
        """``deadline`` is in seconds, for one request. Starts nothing."""
        self._session = session
        self._checker = LeanChecker(session, deadline)

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield candidates, cheapest first, or why there is none."""
        if not claim.letters:
            yield from self._at(claim.under(()), {})
        elif claim.is_for_all:
            yield from self._identity(claim)
        else:
            yield from self._consequence(claim)

    def check_many(self, pairs: Sequence[tuple[Claim, Proof]]) -> list[Certificate | CheckFailed]:
        """Return what the checker of all candidates says of proofs, asked in few requests."""
        return self._checker.check_many(pairs)

    def _identity(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Proofs rest on no premise if they need none; a counterexample satisfies every premise about its letters."""
        about = connected(claim)
        bare = claim.under(())
        if about and (point := telling_point(bare)) is not None and _outcome(bare, point) is Outcome.HOLDS:
            yield from self._at(bare, point)
        kept = claim.under(about)
        if len(about) > MAX_PREMISES:
            yield Unknown(Reason.OUT_OF_SCOPE, f"more than {MAX_PREMISES} premises speak of its letters")
        elif (point := telling_point(kept)) is None:
            yield Unknown(Reason.SIDE_CONDITION, "no small point at which both sides mean something")
        else:
            yield from self._at(kept, point)

    def _consequence(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Both directions are open; the values at one model of the premises say which one to try."""
        about = connected(claim)
        firm = [i for i in about if claim.premises[i].standing in FIRM]
        for indices in dict.fromkeys((tuple(firm[:MAX_PREMISES]), tuple(about[:MAX_PREMISES]))):
            kept = claim.under(indices)
            found = model_of(kept)
            if isinstance(found, Unknown):
                yield found
            else:
                yield from self._at(kept, found)

    def _at(self, claim: Claim, point: Point) -> Iterator[Candidate | Unknown]:
        """Candidates in the direction that the values at ``point`` point to."""
        try:
            outcome = seen(claim, point)
        except NotEvaluated as error:
            yield Unknown(reason_of(error), str(error))
            return
        except CheckFailed as error:
            yield Unknown(error.reason, str(error))
            return
        if outcome is Outcome.ROUNDED:
            yield Unknown(Reason.ROUNDED, "the sides differ by no more than rounding explains")
            return
        shows = Shows.FALSE if outcome is Outcome.FAILS else Shows.TRUE
        if shows is Shows.FALSE and any(p.standing not in FIRM for p in claim.premises):
            yield Unknown(Reason.CONFLICTS_WITH_STATED, "it fails where what was stated before holds")
            return
        found = list(manners(claim, outcome))
        for manner in found:
            yield from self._candidates(claim, shows, point, manner)
        if mathlib.is_in(self._session.version):  # known by now: the others came first, and were put to it
            for manner in found:
                yield from self._candidates(claim, shows, point, replace(manner, mathlib=True))

    def _candidates(self, claim: Claim, shows: Shows, point: Point, manner: Manner) -> Iterator[Candidate | Unknown]:
        try:
            statement = render(claim, shows, manner)
            plain = replace(manner, assume_defined=False)
            assumed = manner.assume_defined and statement.text == render(claim, shows, plain).text
        except NotRenderable as error:
            yield Unknown(Reason.OUT_OF_SCOPE, str(error))
            return
        if assumed:
            return  # nothing is to be assumed: it was tried before
        for text in proofs(statement, point):
            data = {"text": text, **({"point": spell_point(point)} if point else {}), **manner.data()}
            yield Candidate(claim, Proof("lean", shows, data), self._checker)
