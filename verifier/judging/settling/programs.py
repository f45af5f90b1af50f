"""Steps about a program: what they say of its run, decided, and put beside what was read of them otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Protocol

from verifier.chain import Chain, Span
from verifier.checkers.runs.checker import ProgramChecker
from verifier.engines.runs import RunCandidate
from verifier.judging.judgements.judgement import JudgedClaim, JudgedStep, Judgement, Settled, Unjudged, Unjudgement
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import CheckFailed, Proved, Reason, Refuted, Unknown, Verdict, admit
from verifier.readers.program.formal import spans_left
from verifier.readers.program.reader import ProgramReading, RunStatement, read_program

ASTRAY_IN_RUN = "an earlier step is wrong about the run, and this one may go on from that"
"""Why what is refuted of a run after the first error is not held against its step."""


class ProposesRuns(Protocol):
    """An engine of claims about runs."""

    name: ClassVar[str]

    def begin(self, program: str, call: str) -> None:
        """Begin a run that claims are going to be about."""

    def propose(self, claim: RunClaim) -> Iterator[RunCandidate | Unknown]:
        """Yield candidates, and why there are none or no more."""


def begun(chain: Chain, engine: ProposesRuns) -> ProgramReading | None:
    """Return what the steps of a chain say of the run of its program, and begin that run where something is to be
    decided of it; None where the problem asks about none."""
    reading = read_program(chain.problem, [step.text for step in chain.steps])
    if reading is not None and any(not said.guards for step in reading.steps for said in step):
        engine.begin(reading.asked.program, reading.asked.call)
    return reading


def with_runs(
    reading: ProgramReading | None,
    steps: Sequence[JudgedStep],
    engine: ProposesRuns,
    place: Callable[[str | None], None],
) -> tuple[JudgedStep, ...]:
    """Return the judged steps of a chain with what they say of the run of its program; as they are where there is no
    reading. ``place`` is told which claim is decided."""
    return tuple(steps) if reading is None else tuple(_scored(_judged(reading, steps, engine, place)))


def decided(claim: RunClaim, engine: ProposesRuns) -> Verdict:
    """Return the verdict of a claim about a run."""
    why = Unknown(Reason.NO_ENGINE, "no engine takes claims of this kind")
    for offer in engine.propose(claim):
        if isinstance(offer, Unknown):
            why = offer
            continue
        try:
            return admit(claim, offer.proof, offer.checker)
        except CheckFailed as failure:
            why = Unknown(failure.reason, str(failure))
    return why


def _judged(
    reading: ProgramReading, steps: Sequence[JudgedStep], engine: ProposesRuns, place: Callable[[str | None], None]
) -> Iterator[JudgedStep]:
    astray = False
    for step, said in zip(steps, reading.steps, strict=True):
        claims = []
        for number, statement in enumerate(said, len(step.claims)):
            place(id := f"s{step.index}.c{number}")
            claims.append(_claim(id, statement, engine, astray))
        place(None)
        step = _with(step, claims) if claims else step
        astray = astray or step.correct is False
        yield step


def _claim(id: str, statement: RunStatement, engine: ProposesRuns, astray: bool) -> JudgedClaim:
    verdict: Verdict
    if statement.guards:
        verdict = Unknown(Reason.GUARDED, "; ".join(guard.message for guard in statement.guards))
    else:
        verdict = decided(statement.claim, engine)
    settled = isinstance(verdict, Proved | Refuted)
    excuse = ASTRAY_IN_RUN if astray and isinstance(verdict, Refuted) else None
    return JudgedClaim(
        id,
        statement.text,
        statement.span,
        role="asserted",
        claim=None,
        verdict=verdict,
        engine=ProgramChecker.name if settled else None,
        excuse=excuse,
        run=statement.claim,
    )


def _with(step: JudgedStep, claims: Sequence[JudgedClaim]) -> JudgedStep:
    """The step with what it says of the run."""
    every = (*step.claims, *claims)
    unread = tuple(spans_left(step.unread, [claim.span for claim in claims]))
    return replace(step, claims=every, unread=unread, judgement=_judgement(step, claims, unread))


def _judgement(step: JudgedStep, claims: Sequence[JudgedClaim], unread: Sequence[Span]) -> Judgement:
    refuted = [claim for claim in claims if isinstance(claim.verdict, Refuted)]
    if step.correct is False or any(claim.excuse is None for claim in refuted):
        return Settled(False)
    if refuted:
        return Unjudged(Unjudgement.RESTS_ON_ERROR)
    if step.reason in (Unjudgement.RESTS_ON_ERROR, Unjudgement.TOO_LONG):
        return step.judgement
    alone = not step.claims and not unread
    return Settled(True) if alone and all(map(_to_the_letter, claims)) else Unjudged(Unjudgement.NOT_SETTLED)


def _to_the_letter(claim: JudgedClaim) -> bool:
    """Whether a claim is proved of the very value that its text writes."""
    found = claim.certificate
    return (
        isinstance(claim.verdict, Proved)
        and found is not None
        and claim.run is not None
        and (found.notes.get("value") == claim.run.values[0])
    )


def _scored(steps: Iterable[JudgedStep]) -> Iterator[JudgedStep]:
    """The steps with the probability of each prefix where it is known: 1 while all is settled correct, 0 after an
    error."""
    prefix: float | None = 1.0
    for step in steps:
        if prefix != 0.0:
            prefix = 0.0 if step.correct is False else prefix if step.correct else None
        yield replace(step, score=prefix)
