"""A chain as one theorem by its translations: from the facts and definitions to the answer that the chain gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.agreeing.trusting import Trust
from verifier.judging.combine import grounds_of
from verifier.judging.deciding.translation import Decision
from verifier.judging.judgements.judgement import HeardTranslation, JudgedChain, Reading, State
from verifier.judging.judgements.result import Result
from verifier.kernel.claim import Claim, Standing
from verifier.kernel.verdict import Certificate, Contradiction, Decided, Proved, Refuted, Verdict
from verifier.language.formal_chain import Role

Status = Literal["proved", "refuted", "not proved", "no theorem"]
LeanOf = Callable[[Claim], str | None]
"""What states a claim as Lean text, None where it cannot."""

LAID_DOWN = (Standing.FACT, Standing.DEFINED)
"""What a theorem may rest on: facts and definitions, and no claim of a step."""


@dataclass(frozen=True, slots=True)
class FormalTheorem:
    """What one translation makes of the answer: ``claim`` entails the value asked from facts and definitions.

    ``translation``: its place; ``answer``: the id of the answer; ``steps``: those that the answer rests on in the
    chain. ``lean``: the statement as Lean text, where it has one.
    """

    translation: int
    answer: str
    claim: Claim
    verdict: Verdict
    steps: tuple[int, ...]
    lean: str | None = None

    @property
    def status(self) -> Status:
        """What became of it."""
        return "proved" if isinstance(self.verdict, Proved) else _refuted(self.verdict)

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of the theorem, or of its denial."""
        return self.verdict.certificate if isinstance(self.verdict, Decided) else None


def _refuted(verdict: Verdict) -> Status:
    return "refuted" if isinstance(verdict, Refuted) else "not proved"


@dataclass(frozen=True, slots=True)
class FormalWhole(Result):
    """A chain that was judged by its translations, as one theorem in each that counts. ``why``: why there is none.

    ``reading``: by which reading it is settled; None where translations are evidence.
    """

    _record: ClassVar[str] = "verifier.whole.formal.recheck:record"
    _view: ClassVar[str] = "verifier.report.formal.theorem:show"
    _html: ClassVar[str] = "verifier.report.html.notebook:formal_whole"

    judged: JudgedChain
    theorems: tuple[FormalTheorem, ...]
    reading: Reading | None
    why: str = ""

    @property
    def status(self) -> Status:
        """What became of the theorem: proved, or refuted, where it is in every translation that counts."""
        found = {one.status for one in self.theorems}
        if not found:
            return "no theorem"
        return found.pop() if len(found) == 1 else "not proved"

    @property
    def unused(self) -> tuple[int, ...]:
        """The steps of whose statements the proofs of the answer in the chain use none; none where it is not proved."""
        if self.status != "proved":
            return ()
        needed = {step for one in self.theorems for step in (*one.steps, _step_of(one.answer))}
        decided = [one for place, one in self.judged.decisions() if place in self.judged.counting]
        stating = {_step_of(one.id) for one in decided}
        return tuple(sorted(stating - needed))

    @property
    def compensating(self) -> tuple[int, ...]:
        """The steps settled incorrect although the answer is proved."""
        steps = tuple(step.index for step in self.judged.steps if step.correct is False)
        return steps if self.status == "proved" else ()

    @property
    def wrong(self) -> bool:
        """Whether anything is settled wrong: a step, or the answer by a reading that settles."""
        refuted = self.status == "refuted" and self.reading is not None
        return refuted or any(step.correct is False for step in self.judged.steps)

    @property
    def alarm(self) -> bool:
        """Whether something was both proved and refuted: a checker is broken."""
        return bool(self.judged.contradictions) or any(isinstance(one.verdict, Contradiction) for one in self.theorems)


def formal_whole(judged: JudgedChain, judge: FormalJudge, lean_of: LeanOf = lambda claim: None) -> FormalWhole:
    """Return a judged chain as one theorem in each translation that counts; ``judge`` decides."""
    theorems = tuple(
        _theorem(place, one, decision, judge, lean_of)
        for place, one in enumerate(judged.translations)
        if one.counts
        for decision in _answers(one)
    )
    trust = judged.trust or Trust.EVIDENCE
    grounds = grounds_of([one.translation for one in judged.translations if one.counts], trust)
    found = FormalWhole(judged, theorems, None, "" if theorems else _why(judged))
    return replace(found, reading=grounds.of(State.REFUTED if found.status == "refuted" else State.PROVED))


def _theorem(place: int, one: HeardTranslation, answer: Decision, judge: FormalJudge, lean_of: LeanOf) -> FormalTheorem:
    assert answer.claim is not None  # of _answers
    premises = answer.claim.premises
    claim = answer.claim.under(i for i, held in enumerate(premises) if held.standing in LAID_DOWN)
    return FormalTheorem(place, answer.id, claim, judge.decide(claim), _steps(one, answer), lean_of(claim))


def _answers(one: HeardTranslation) -> Iterator[Decision]:
    """Yield what the last answer of a translation says of each value asked; nothing where one cannot be told."""
    said = [s for step in one.steps for s in step.statements if s.statement.role is Role.ANSWER and s.decisions]
    if said and all(decision.claim is not None for decision in said[-1].decisions):
        yield from said[-1].decisions


def _steps(one: HeardTranslation, answer: Decision) -> tuple[int, ...]:
    """The steps whose statements an answer rests on, also at second hand."""
    rests = {d.id: d.rests_on for step in one.steps for s in step.statements for d in s.decisions}
    facts = {fact.id for fact in one.translation.formal.facts}
    seen, stack = set[str](), list(answer.rests_on)
    while stack:
        if (id := stack.pop()) not in seen and id not in facts:
            seen.add(id)
            stack += rests.get(id, ())
    return tuple(sorted({_step_of(id) for id in seen}))


def _step_of(id: str) -> int:
    """The step of a statement by its id, ``s2.0.1``."""
    return int(id.removeprefix("s").partition(".")[0])


def _why(judged: JudgedChain) -> str:
    if not judged.counting:
        return "no translation of it counts"
    asks = any(judged.translations[i].translation.formal.asks for i in judged.counting)
    return "the chain gives no answer that its translation says" if asks else "its translation says nothing is asked"
