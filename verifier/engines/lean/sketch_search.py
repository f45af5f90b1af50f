"""One theorem with its steps inside, proposed: which steps Lean accepts there, and what closes the goal after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.checkers.evaluate import Outcome, Point, satisfies
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.numeric_check import seen
from verifier.checkers.lean.process.batch_check import HEARTBEATS
from verifier.checkers.lean.process.protocol import Answer
from verifier.checkers.lean.process.prover import Prover
from verifier.checkers.lean.process.session import SessionLost
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import Manner, Statement, render
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.checkers.points import reason_of, spell_point
from verifier.engines.candidate import Candidate
from verifier.engines.lean.tactics.structured_proof import CHAINED, MOST, Have, closing_lines, places, script, ways
from verifier.engines.points import small_points
from verifier.kernel.claim import Claim
from verifier.kernel.expr import free_names
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows, Unknown

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


ROUNDS = 6
"""Most times that a theorem is put to Lean with the same closing: each time other tactics for the steps that failed."""

BEFORE = 3
"""Lines before the proof in what Lean reads."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A theorem that can be put to Lean: its statement, at which point its hypotheses hold, and in which manner."""

    claim: Claim
    statement: Statement
    point: Point
    manner: Manner


def stated(claim: Claim) -> Iterator[Stated | Unknown]:
    """Yield the statements that show the claim, the strongest first, or why there is none."""
    point = _point(claim)
    if isinstance(point, Unknown):
        yield point
        return
    try:
        outcome = seen(claim, point)
    except NotEvaluated as error:
        yield Unknown(reason_of(error), str(error))
        return
    except CheckFailed as error:
        yield Unknown(error.reason, str(error))
        return
    if outcome not in (Outcome.HOLDS, Outcome.HOLDS_ROUNDED):
        reason = Reason.ROUNDED if outcome is Outcome.ROUNDED else Reason.NOT_ENTAILED
        yield Unknown(reason, "it does not hold where what is given holds")
        return
    for manner in manners(claim, outcome):
        try:
            found = render(claim, Shows.TRUE, manner)
        except NotRenderable as error:
            yield Unknown(Reason.OUT_OF_SCOPE, str(error))
            continue
        if not (manner.assume_defined and found.text == render(claim, Shows.TRUE).text):
            yield Stated(claim, found, point, manner)


def _point(claim: Claim) -> Point | Unknown:
    if not claim.letters:
        return {}
    if claim.is_for_all:
        found = telling_point(claim)
        return Unknown(Reason.SIDE_CONDITION, "no small point at which it means something") if found is None else found
    return model_of(claim)


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
                return Candidate(claim, found, self._checker)
            last = found
        return last

    def _proof(self, offer: Stated, steps: Sequence[Have], order: Sequence[str]) -> Proof | Unknown:
        open_ = {have.id: ways(have, offer.statement) for have in steps}
        haves = {have.id: open_[have.id].pop(0) for have in [one for one in steps if open_[one.id]][:MOST]}
        names = {have.id: have.name for have in steps}
        last = Unknown(Reason.NOT_ENTAILED, "Lean finds no proof")
        for closing in closing_lines(offer.statement, offer.point, [names[id] for id in order if id in haves]):
            for _ in range(ROUNDS):
                if closing[0].startswith(CHAINED):
                    closing = next(
                        closing_lines(offer.statement, offer.point, [names[id] for id in order if id in haves])
                    )
                text = script(offer.statement, list(haves.values()), closing)
                answer = self._asked(offer, text, len(haves))
                if answer.ok:
                    return Proof(LeanChecker.name, Shows.TRUE, _data(offer, text))
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


def _data(offer: Stated, text: str) -> dict[str, object]:
    more: dict[str, object] = {"point": spell_point(offer.point)} if offer.point else {}
    return {"text": text, **more, **offer.manner.data()}


def _failed(answer: Answer, statement: Statement, haves: Mapping[str, str]) -> list[str]:
    """The ids of the steps on whose lines Lean reports an error."""
    lines = {error.line - BEFORE for error in answer.errors}
    found = zip(haves, places(statement, list(haves.values())), strict=True)
    return [id for id, place in found if not lines.isdisjoint(place)]
