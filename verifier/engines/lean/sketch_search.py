"""One theorem with its steps inside, proposed: which steps Lean accepts there, and what closes the goal after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from verifier.checkers.evaluate import Point
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.checker import LeanChecker, agrees, defined_somewhere, modelled, rendered
from verifier.checkers.lean.process.batch_check import HEARTBEATS
from verifier.checkers.lean.process.protocol import Answer
from verifier.checkers.lean.process.prover import Prover
from verifier.checkers.lean.process.session import SessionLost
from verifier.checkers.lean.statement.statement import Statement
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.checkers.points import read_point
from verifier.engines.candidate import Candidate
from verifier.engines.lean.formulas import defined_at, directions
from verifier.engines.lean.tactics.structured_proof import CHAINED, MOST, Have, closing_lines, laid_out, places, ways
from verifier.engines.points import small_points
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows, Unknown

ROUNDS = 6
"""Most times that a theorem is put to Lean with the same closing: each time other tactics for the steps that failed."""

BEFORE = 3
"""Lines before the proof in what Lean reads."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A theorem that can be put to Lean: its statement, at which point its hypotheses hold, and the data of its proof
    without the text."""

    claim: Claim
    statement: Statement
    point: Point
    data: Mapping[str, Any]


def stated(claim: Claim) -> Iterator[Stated | Unknown]:
    """Yield the statements that show the claim, the strongest first, or why there is none."""
    for found in directions(claim):
        if isinstance(found, Unknown):
            yield found
            continue
        if found.shows is not Shows.TRUE:
            yield Unknown(Reason.NOT_ENTAILED, "it does not hold where what is given holds")
            continue
        seen: set[str] = set()
        for data in _manners(found.claim, _where_defined(found.claim, found.data)):
            proof = Proof(LeanChecker.name, Shows.TRUE, data)
            try:
                point = modelled(found.claim, proof)
                statement = rendered(found.claim, proof, point)
                agrees(found.claim, Shows.TRUE, point, statement)
                if statement.side_conditions:
                    defined_somewhere(found.claim.formula, point, data.get("defined_at"))
            except CheckFailed as error:
                yield Unknown(error.reason, str(error))
                continue
            if statement.text not in seen:
                seen.add(statement.text)
                yield Stated(found.claim, statement, point, data)


def _manners(claim: Claim, data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The data as they are, then what shows the claim where it is defined."""
    yield data
    if claim.letters:
        at = defined_at(claim, data.get("model") or {})
        yield {**data, "assume_defined": True, **({} if at is None else {"defined_at": at})}


def _where_defined(claim: Claim, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The data, with a model of small numbers at which the claim holds, where it is not defined at the model."""
    with suppress(NotEvaluated):
        if truth(claim.formula, read_point(data["model"] if data else {})) is not None:
            return data
    for point in small_points(claim, range(len(claim.premises))) if data else ():
        with suppress(NotEvaluated):
            if all(truth(one, point) is True for one in (claim.formula, *(p.formula for p in claim.premises))):
                return {"model": {one.name: str(point[one.name]) for one in claim.types}}
    return data


class ChainedEngine:
    """Looks for proofs of theorems in which the steps of a chain stand as ``have``s. Untrusted: the door decides."""

    def __init__(self, session: Prover, deadline: float = 60.0) -> None:
        """``deadline`` is in seconds, for one request. Starts nothing."""
        self._session, self._deadline = session, deadline
        self._checker = LeanChecker(session, deadline)

    def propose(self, claim: Claim, steps: Sequence[Have], order: Sequence[str] = ()) -> Candidate | Unknown:
        """Return a proof that Lean accepts, with those of the steps that it accepts there, or why there is none.

        ``order``: the ids of steps by which the goal may be rewritten until both its sides are the same.
        """
        last = Unknown(Reason.NO_ENGINE, "Lean has no statement of it")
        for offer in stated(claim):
            if isinstance(offer, Unknown):
                last = offer
                continue
            try:
                found = self._proof(offer, steps, order)
            except SessionLost as error:
                return Unknown(Reason.ENGINE_LOST, f"Lean was lost: {error}")
            except LeanUnavailable as error:
                return Unknown(Reason.NO_ENGINE, str(error))
            if isinstance(found, Proof):
                return Candidate(offer.claim, found, self._checker)
            last = found
        return last

    def _proof(self, offer: Stated, steps: Sequence[Have], order: Sequence[str]) -> Proof | Unknown:
        open_ = {have.id: ways(have, offer.statement) for have in steps}
        haves = {have.id: open_[have.id].pop(0) for have in [one for one in steps if open_[one.id]][:MOST]}
        names = {have.id: have.name for have in steps}
        last = Unknown(Reason.NOT_ENTAILED, "Lean finds no proof")

        def closings() -> Iterator[Sequence[str]]:
            return closing_lines(offer.statement, offer.point, [names[id] for id in order if id in haves])

        for closing in list(closings()):
            for _ in range(ROUNDS):
                if closing[0].startswith(CHAINED):  # by those steps that are left
                    closing = next(closings())
                text = laid_out(offer.statement, list(haves.values()), closing)
                answer = self._asked(offer, text, len(haves))
                if answer.ok:
                    return Proof(LeanChecker.name, Shows.TRUE, {**offer.data, "text": text})
                reason = Reason.OUT_OF_BUDGET if answer.exhausted else Reason.NOT_ENTAILED
                last = Unknown(reason, f"Lean does not accept the proof: {answer.why_not}")
                failed = _failed(answer, offer.statement, haves)
                if not failed:
                    break
                for id in failed:
                    if open_[id]:
                        haves[id] = open_[id].pop(0)
                    else:
                        del haves[id]
        return last

    def _asked(self, offer: Stated, text: str, steps: int) -> Answer:
        work = HEARTBEATS * (1 + steps)
        return self._session.prove(offer.statement.text, text, heartbeats=work, deadline=self._deadline)


def _failed(answer: Answer, statement: Statement, haves: Mapping[str, str]) -> list[str]:
    """The ids of the steps on whose lines Lean reports an error."""
    lines = {error.line - BEFORE for error in answer.errors}
    found = zip(haves, places(statement, list(haves.values())), strict=True)
    return [id for id, place in found if not lines.isdisjoint(place)]
