"""Judged chains of texts: the decisions about the statements of the text reader, each at its place in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from verifier.chain import Chain
from verifier.judging.deciding.translation import Decisions, JudgedFormalStep, JudgedStatement, proves_whole
from verifier.judging.guarding import Action, Found, concerns, parts_of, standing
from verifier.judging.judgements.judgement import (
    JudgedClaim,
    JudgedStep,
    Judgement,
    Reading,
    Settled,
    State,
    Unjudged,
    Unjudgement,
)
from verifier.judging.text_claims import (
    FROM_ERROR,
    assumes,
    engine_of,
    guard_against,
    rests_on,
    verdict_of,
    with_scores,
    withheld,
)
from verifier.kernel.verdict import Contradiction, Independent, Proved, Reason, Refuted, Unknown, Verdict
from verifier.language.formal_chain import FormalChain, Role
from verifier.mathtext.guards.guard import REGISTRY, Abstention
from verifier.mathtext.scan import MAX_LENGTH
from verifier.readers.exact.formal.formalize import TextReading
from verifier.readers.exact.formal.statements import RESTS_ON_ERROR, ROUNDED, Told
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Reading as Read
from verifier.readers.program.formal import spans_left
from verifier.readers.program.reader import ProgramReading, RunStatement

MAY_ROUND: Final = {ROUNDED.partition(":")[2]: "the two sides differ by no more than rounding may explain"}
"""What is said of what may hold up to rounding."""
MOST_REASONS: Final = 3
"""Most reasons of one excuse."""


def judged_steps(
    chain: Chain, reading: TextReading, runs: ProgramReading | None, found: Decisions
) -> tuple[JudgedStep, ...]:
    """Return the judged steps of a chain, from the decisions that were ``found``."""
    return tuple(with_scores(_steps(chain, reading, runs, found)))


def _steps(chain: Chain, reading: TextReading, runs: ProgramReading | None, found: Decisions) -> Iterator[JudgedStep]:
    of_runs = [()] * len(chain.steps) if runs is None else runs.steps
    for step, told, decided, said in zip(chain.steps, reading.told, found.steps, of_runs, strict=True):
        pairs = enumerate(zip(told.said, decided.statements, strict=False))
        claims = [_claim(step.index, n, one, judged, reading, found.found) for n, (one, judged) in pairs]
        first = len(decided.statements) - len(said)
        pairs_of_runs = enumerate(zip(said, decided.statements[first:], strict=True), first)
        claims += [_of_run(f"s{step.index}.c{n}", one, judged) for n, (one, judged) in pairs_of_runs]
        unread = tuple(spans_left(told.read.reading.unread, [one.span for one in said]))
        judgement = _judgement(step.text, told.read.reading, claims, decided, RESTS_ON_ERROR in told.besides)
        unshown = (
            one
            for one in decided.statements
            if one.statement.reason.startswith(f"{GUARDS['operation-unshown'].code}: ")
        )
        raised = (
            *told.besides,
            *([GUARDS["operation-unshown"]()] if any(one.state is not State.PROVED for one in unshown) else []),
            *([GUARDS["unread"]()] if unread and claims else []),
        )
        by = Reading.EXACT if isinstance(judgement, Settled) else None
        yield JudgedStep(step.index, step.text, judgement, tuple(claims), unread, raised=raised, reading=by)


def _judgement(
    text: str, reading: Read, claims: Sequence[JudgedClaim], decided: JudgedFormalStep, on_error: bool
) -> Judgement:
    if len(text) > MAX_LENGTH:
        return Unjudged(Unjudgement.TOO_LONG)
    if decided.state is State.REFUTED:
        return Settled(False)
    if not (claims or reading.words or reading.numerals):
        return Unjudged(Unjudgement.NOTHING_TO_CHECK)
    if decided.state is State.RESTS_ON_ERROR or on_error:
        return Unjudged(Unjudgement.RESTS_ON_ERROR)
    if not claims:
        return Unjudged(Unjudgement.NOTHING_TO_CHECK)
    return Settled(True) if proves_whole(decided) else Unjudged(Unjudgement.NOT_SETTLED)


def _claim(
    step: int, number: int, told: Told, judged: JudgedStatement, reading: TextReading, found: Mapping[str, Found]
) -> JudgedClaim:
    formula, claim = told.formula, told.claim
    if judged.besides is not None:
        other = reading.besides(step, number)[judged.besides]
        formula, claim = other.formula, other.claims[0]
    decision = judged.decisions[0] if judged.decisions else None
    guards = Guards(standing(judged.guards, found), told.reasons)
    verdict = guards.explained(verdict_of(judged, decision))
    if judged.besides is not None:
        read = formula
    else:
        read = told.weighed.asserted if isinstance(verdict, Refuted) else told.weighed.formula
    raised = (*read.doubts, *read.qualms, *read.obstacles)
    raised += told.reasons if decision is None else guards.raised(verdict_of(judged, decision))
    excuse = None
    if decision is not None and isinstance(verdict, Refuted) and (decision.excused or decision.from_error):
        excuse = _joined(guards.against(Action.ACCUSE, verdict)) or FROM_ERROR
    if decision is not None and decision.spared_by is not None:
        raised = (*raised, Abstention(decision.spared_by.message, decision.spared_by.code))
    return JudgedClaim(
        f"s{step}.c{number}",
        formula.text,
        formula.span,
        role=formula.role,
        claim=claim,
        verdict=verdict,
        engine=engine_of(verdict),
        rests_on=rests_on(verdict),
        assumes=assumes(verdict),
        excuse=excuse,
        raised=tuple(dict.fromkeys(raised)),
        defeated=read.defeated,
        asked=None if decision is None else decision.claim,
        spared_by=None if decision is None else decision.spared_by,
    )


@dataclass(frozen=True, slots=True)
class Guards:
    """The guards that count against a statement, and the same for people, as they were raised."""

    counting: tuple[str, ...]
    known: tuple[Abstention, ...]

    def against(self, action: Action, verdict: Verdict) -> Iterator[Abstention]:
        """Yield those that forbid an action, given a verdict."""
        for guard in self.counting:
            forbids, code, when = parts_of(guard)
            if forbids == action and concerns(when, verdict):
                yield from self._named(code)

    def explained(self, verdict: Verdict) -> Verdict:
        """Return the verdict; of one that a guard forbids, with what the guard says, for people."""
        guard = guard_against(verdict)
        return verdict if guard is None else withheld(guard, str(self._named(parts_of(guard)[1])[0]))

    def raised(self, verdict: Verdict) -> tuple[Abstention, ...]:
        """Return those that were raised, whether or not they were what counted."""
        actions = [Action.DECIDE]
        if (guard := guard_against(verdict)) is not None:
            actions.append(Action(parts_of(guard)[0]))
        elif isinstance(verdict, Proved):
            actions += [Action.PROVE, Action.APPROVE]
        elif isinstance(verdict, Refuted):
            actions += [Action.REFUTE, Action.ACCUSE]
        return tuple(one for action in dict.fromkeys(actions) for one in self.against(action, verdict))

    def _named(self, code: str) -> list[Abstention]:
        registered = REGISTRY.get(code)
        found = [one for one in self.known if one.code == code]
        message = MAY_ROUND.get(code, code) if registered is None else registered.message
        return found or [Abstention(message, code)]


def _joined(found: Iterable[Abstention]) -> str | None:
    """The reasons of one excuse as people read them, None where there are none."""
    messages = list(dict.fromkeys(map(str, found)))
    more = [f"{len(messages) - MOST_REASONS} more reasons"] if len(messages) > MOST_REASONS else []
    return "; ".join((*messages[:MOST_REASONS], *more)) or None


def _of_run(id: str, said: RunStatement, judged: JudgedStatement) -> JudgedClaim:
    verdict = judged.decisions[0].verdict if judged.decisions else Unknown(Reason.OUT_OF_SCOPE, judged.statement.reason)
    assert not isinstance(verdict, Independent | Contradiction)  # of runs
    excused = bool(judged.decisions) and judged.decisions[0].excused
    return JudgedClaim(
        id,
        said.text,
        said.span,
        role="asserted",
        claim=None,
        verdict=verdict,
        engine=engine_of(verdict),
        excuse=ASTRAY_IN_RUN if excused else None,
        run=said.claim,
    )


ASTRAY_IN_RUN: Final = "an earlier step is wrong about the run, and this one may go on from that"
"""Why what is refuted of a run after the first error is not held against its step."""


def resting_on_nothing(chain: FormalChain, step: int) -> FormalChain:
    """Return a chain without the reason not to approve a step that it uses the value of a false equation."""
    steps, only = list(chain.steps), f"{RESTS_ON_ERROR.code}: {RESTS_ON_ERROR.message}"
    kept = tuple(one for one in steps[step].statements if one.role is not Role.UNSAID or one.reason != only)
    steps[step] = replace(steps[step], statements=kept)
    return replace(chain, steps=tuple(steps))
