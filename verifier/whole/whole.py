"""A chain as a whole: the theorem that it amounts to, whether that is proved, and what is to be said beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from verifier.answers.final_answer import FinalAnswer
from verifier.answers.terms import Sameness
from verifier.engines.lean.tactics.structured_proof import Have, ids, is_chained
from verifier.judging.judgements.judgement import JudgedChain
from verifier.judging.judgements.result import Result
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Certificate, Contradiction, Proved, Refuted, Verdict
from verifier.readers.exact.claims.given.hypotheses import LaidDown
from verifier.whole.answer import Lack
from verifier.whole.findings import ADRIFT, INCOHERENT, WRONG, Finding, Kind
from verifier.whole.goal import Goal

Status = Literal["proved", "refuted", "not proved", "no theorem"]


@dataclass(frozen=True, slots=True)
class Theorem:
    """What a chain amounts to: ``claim``, whose premises are the hypotheses, and the steps that may stand in its proof.

    ``followed``: the ids of the relations that the answer was followed back through, in order. ``lean`` is its
    statement as Lean text, where it has one."""

    claim: Claim
    goal: Goal
    steps: tuple[Have, ...]
    followed: tuple[str, ...]
    lean: str | None


@dataclass(frozen=True, slots=True)
class WholeChain(Result):
    """A judged chain as a whole. Where there is no theorem, ``lack`` and ``why`` say why not.

    ``same``: what comes of comparing the answer with the reference answer, where there is one.
    ``engine`` is what decided the theorem: ``lean``, or an exact engine where Lean did not. ``needed``: the ids of all
    relations that the answer uses or may use, where some relation arrives at it; ``unneeded``: steps without any.
    ``is_followed``: each step says something in equations, or is the last and marks the answer; every word was read.
    """

    _record: ClassVar[str] = "verifier.whole.record:record"
    _view: ClassVar[str] = "verifier.report.theorem:show"
    _html: ClassVar[str] = "verifier.report.html.notebook:whole"

    judged: JudgedChain
    hypotheses: tuple[LaidDown, ...]
    answer: FinalAnswer | None
    same: Sameness | None
    theorem: Theorem | None
    verdict: Verdict | None
    engine: str | None
    lack: Lack | None
    why: str
    findings: tuple[Finding, ...]
    needed: frozenset[str]
    unneeded: tuple[int, ...]
    is_followed: bool

    @property
    def status(self) -> Status:
        """What became of the theorem."""
        if self.theorem is None:
            return "no theorem"
        match self.verdict:
            case Proved():
                return "proved"
            case Refuted():
                return "refuted"
        return "not proved"

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of the theorem, or of its denial."""
        return self.verdict.certificate if isinstance(self.verdict, Proved | Refuted) else None

    @property
    def haves(self) -> frozenset[str]:
        """The ids of the steps that stand in the proof that Lean accepted."""
        return frozenset(ids(self._text))

    @property
    def by_steps(self) -> bool:
        """Whether the proof rewrites the answer's computation by the steps, one after another, and by nothing else."""
        return is_chained(self._text)

    @property
    def _text(self) -> str:
        """The text of the proof that Lean accepted, empty where there is none."""
        return "" if self.certificate is None else str(self.certificate.proof.data.get("text", ""))

    def of(self, *kinds: Kind) -> list[Finding]:
        """Return the findings of these kinds."""
        return [finding for finding in self.findings if finding.kind in kinds]

    @property
    def compensating(self) -> tuple[Finding, ...]:
        """The steps that fail although the answer is right: shown by the theorem, or the same as the reference."""
        state = "could not tell" if self.same is None else self.same.state
        right = state == "equal" or (self.status == "proved" and state != "different")
        return tuple(self.of(Kind.FAILS)) if right else ()

    @property
    def assumed(self) -> tuple[Finding, ...]:
        """What was only stated, and the answer rests on."""
        return tuple(finding for finding in self.of(Kind.STATED) if finding.claim in self.needed)

    @property
    def locally_right(self) -> bool:
        """Whether no step is refuted."""
        return not self.of(Kind.FAILS) and not any(step.correct is False for step in self.judged.steps)

    @property
    def incoherent(self) -> bool:
        """Whether no single step is refuted, and the whole does not hold together: what it states cannot all be so, or
        is against the answer; or the answer is not proved, and its steps, equations of which every word was
        read, do not lead to it, or lead to it from nothing that the problem gives."""
        adrift = self.is_followed and self.status != "proved" and bool(self.of(*ADRIFT))
        return self.locally_right and (adrift or bool(self.of(*INCOHERENT)))

    @property
    def wrong(self) -> bool:
        """Whether anything is wrong, and not merely open."""
        return bool(self.of(*WRONG)) or any(step.correct is False for step in self.judged.steps)

    @property
    def alarm(self) -> bool:
        """Whether the theorem, or a claim of the chain, was both proved and refuted: a checker is broken."""
        return isinstance(self.verdict, Contradiction) or bool(self.judged.contradictions)
