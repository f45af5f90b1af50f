"""Judgements of steps and judged chains: what ``verify`` returns.

Plain frozen data; the verdicts inside come out of ``admit``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from verifier.chain import Chain, Span
from verifier.judging.judgements.result import Result
from verifier.kernel.claim import Claim
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import (
    Certificate,
    Contradiction,
    Independent,
    Proved,
    Reason,
    Refuted,
    Unknown,
    Verdict,
)
from verifier.language.linting.findings import Doubt
from verifier.mathtext.guards.evidence import Evidence
from verifier.mathtext.guards.guard import Abstention, Defeat

if TYPE_CHECKING:
    from verifier.judging.agreeing.trusting import Settling
    from verifier.judging.deciding.support import Support
    from verifier.judging.deciding.translation import Decision, Decisions, JudgedFormalStep
    from verifier.judging.translations.translation import Translation
    from verifier.language.formal_chain import FormalChain, OtherReading

WRONG_BELOW = 0.5
"""A chain whose score is less is held for likelier wrong than right."""

RoleName = Literal["asserted", "given", "defined", "supposed", "denied", "recalled", "asked"]


class Unjudgement(StrEnum):
    """Why a step is Unjudged: a closed set."""

    NOTHING_TO_CHECK = "NOTHING_TO_CHECK"
    NOTHING_CLAIMED = "NOTHING_CLAIMED"
    NOT_SETTLED = "NOT_SETTLED"
    RESTS_ON_ERROR = "RESTS_ON_ERROR"
    OUT_OF_DOMAIN = "OUT_OF_DOMAIN"
    OTHER_LANGUAGE = "OTHER_LANGUAGE"
    TOO_LONG = "TOO_LONG"
    BAD_INPUT = "BAD_INPUT"


class State(StrEnum):
    """What became of a statement, or of a step: of all its statements."""

    PROVED, REFUTED, OPEN, SILENT = "proved", "refuted", "open", "nothing stated"
    RESTS_ON_ERROR = "rests on error"


class Reading(StrEnum):
    """By which reading of the text a step is settled: exact rules, translations that agree, or the caller's own."""

    EXACT, GIVEN, TRANSLATED = "exact", "given", "translated"


class FormalFinding(StrEnum):
    """What is strange in a step that is judged by translations: a closed set."""

    READINGS_CONTRADICT = "readings_contradict"
    SPOKEN_OTHERWISE = "spoken_otherwise"
    UNJUSTIFIED = "unjustified"


FOUND: Final[Mapping[FormalFinding, str]] = {
    FormalFinding.READINGS_CONTRADICT: "the exact reading settles the step one way, and a translation says the "
    "opposite: one of them is not what the text says, and nothing is settled",
    FormalFinding.SPOKEN_OTHERWISE: "what translations refute the exact reading takes for supposed, denied or asked; "
    "or what they approve asserts something that it refutes, or that holds as rounded alone: nothing is settled",
    FormalFinding.UNJUSTIFIED: "by every translation that counts, what these words say holds in one model of all that "
    "comes before it and fails in another, though the facts determine what is asked: a reason may be missing",
}
"""What each finding means."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Decided by exact means."""

    correct: bool


@dataclass(frozen=True, slots=True)
class Estimated:
    """Estimated by a model: ``score`` in (0, 1), the probability that the chain is right up to and including the step.

    Raises: ValueError on 0, 1 and what lies outside: nothing that a model says is certain.
    """

    score: float

    def __post_init__(self) -> None:
        if not 0.0 < self.score < 1.0:
            raise ValueError(f"expected an estimate between 0 and 1, both excluded, got {self.score}")


@dataclass(frozen=True, slots=True)
class Unjudged:
    """Neither decided nor estimated."""

    reason: Unjudgement


Judgement = Settled | Estimated | Unjudged


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim read from a step: its place, its role, its verdict.

    ``claim`` is what was read, None where it is about a run of a program: that is ``run``; ``asked`` is what was
    decided of it, with all that holds there, None where nothing was.
    ``spared_by``: another reading of the same words, by which what is refuted may be right.
    ``excuse`` says why a refuted claim is not held against its step; None where it is held, and where nothing is
    refuted. ``raised``: the guards that were raised of it, whether or
    not they were what counted; ``defeated``: those that were taken back. Records do not hold them.
    """

    id: str
    text: str
    span: Span
    role: RoleName
    claim: Claim | None
    verdict: Verdict
    engine: str | None = None
    rests_on: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    excuse: str | None = None
    raised: tuple[Abstention, ...] = ()
    defeated: tuple[Defeat, ...] = ()
    run: RunClaim | None = None
    asked: Claim | None = None
    spared_by: OtherReading | None = None

    @property
    def state(self) -> Literal["proved", "refuted", "unknown"]:
        """The verdict in a word."""
        match self.verdict:
            case Proved():
                return "proved"
            case Refuted():
                return "refuted"
            case _:
                return "unknown"

    @property
    def reason(self) -> Reason | None:
        """Why it is unknown, None when it is decided or withheld."""
        return self.verdict.reason if isinstance(self.verdict, Unknown) else None

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of a decided claim."""
        return self.verdict.certificate if isinstance(self.verdict, Proved | Refuted) else None


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """The final answer of a chain beside its reference answer: whether they are the same, and why.

    ``text``: the answer as written, None where none was found. ``told``: whether the chain says that this is its
    answer; else it is a guess, the value that the last step arrives at.
    """

    text: str | None
    told: bool
    state: Literal["equal", "different", "could not tell"]
    reason: str


@dataclass(frozen=True, slots=True)
class JudgedStep:
    """A step with its judgement, its claims and the spans left unread (code points).

    ``findings`` of the ledger are evidence and settle nothing. ``adds``: False where every claim stood before, True
    where one is new, None where no claim was read. ``raised``: the guards that were raised of the whole step.

    Where the chain has translations: ``by_text``: the judgement of the rules that read the text, by themselves;
    ``reading``: by which reading the step is settled; ``says``: what the translations that count come to;
    ``proved``: whether each of them states something here and proves all of it; ``finding``: what is strange;
    ``uncovered``: the words that they leave out or say otherwise; ``doubts``: the checks that they did not pass, which
    kept the step from being settled by them. Without translations ``by_text``, ``says`` and ``finding`` are None.
    """

    index: int
    text: str
    judgement: Judgement
    claims: tuple[JudgedClaim, ...] = ()
    unread: tuple[Span, ...] = ()
    score: float | None = None  # probability that the chain is right up to and including this step, where known
    findings: tuple[Evidence, ...] = ()
    adds: bool | None = None
    raised: tuple[Abstention, ...] = ()
    by_text: Settled | Unjudged | None = None
    reading: Reading | None = None
    says: State | None = None
    proved: bool = False
    finding: FormalFinding | None = None
    uncovered: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def kind(self) -> Literal["settled", "estimated", "unjudged"]:
        """What the judgement is, as records say it."""
        match self.judgement:
            case Settled():
                return "settled"
            case Estimated():
                return "estimated"
            case Unjudged():
                return "unjudged"

    @property
    def correct(self) -> bool | None:
        """True or False when settled, else None."""
        return self.judgement.correct if isinstance(self.judgement, Settled) else None

    @property
    def reason(self) -> Unjudgement | None:
        """Why the step is unjudged, else None."""
        return self.judgement.reason if isinstance(self.judgement, Unjudged) else None

    @property
    def checked(self) -> bool:
        """Whether there are claims, all are proved, and nothing is held against the step: a level of its own where
        something stays unread. A step that is settled incorrect, or rests on what is refuted, has it not. The claims
        are those of the translations that count; of the text, where there are none or they state nothing here."""
        held = self.correct is False or self.reason not in (None, Unjudgement.NOT_SETTLED) or self.finding is not None
        proved = self.all_proved if self.says in (None, State.SILENT) else self.proved
        return not held and proved

    @property
    def all_proved(self) -> bool:
        """Whether claims were read from the text and all are proved, whatever the judgement of the step."""
        return bool(self.claims) and all(claim.state == "proved" for claim in self.claims)

    @property
    def exact(self) -> bool | None:
        """What the rules that read the text settle by themselves: True or False, None where that is nothing."""
        alone = self.by_text or self.judgement
        return alone.correct if isinstance(alone, Settled) else None

    @property
    def under_this_reading(self) -> bool | None:
        """Whether the step holds by the translations that count, settled or not; None where they do not say."""
        return {State.PROVED: True, State.REFUTED: False}.get(self.says) if self.says is not None else None

    @property
    def excused(self) -> tuple[JudgedClaim, ...]:
        """The refuted claims that do not settle the step incorrect, each with its excuse."""
        return () if self.correct is False else tuple(claim for claim in self.claims if claim.state == "refuted")

    @property
    def nameable(self) -> bool:
        """Whether estimates may name it as the first error: exact means neither settle it nor prove all its claims."""
        return isinstance(self.judgement, Estimated) and not self.checked

    def count(self, state: str) -> int:
        """How many of the claims are ``proved``, ``refuted`` or ``unknown``."""
        return sum(claim.state == state for claim in self.claims)

    @property
    def unread_share(self) -> float:
        """Share of the step's non-blank characters that were left unread, 0 to 1, four digits."""
        total = sum(not c.isspace() for c in self.text)
        left = sum(not c.isspace() for start, end in self.unread for c in self.text[start:end])
        return round(left / total, 4) if total else 0.0


@dataclass(frozen=True, slots=True)
class HeardTranslation:
    """A translation and, where it is not set aside, what was decided of it. ``counts``: its reading is the one taken.

    Where the caller vouches for translations, no others count.
    """

    translation: Translation
    judged: Decisions | None = None
    counts: bool = False

    @property
    def steps(self) -> tuple[JudgedFormalStep, ...]:
        """Its judged steps; none where it is set aside."""
        return () if self.judged is None else self.judged.steps

    def facts(self, decision: Decision) -> tuple[str, ...]:
        """Return the facts that a verdict rests on, itself or through what was decided before it, in order."""
        return () if self.judged is None else self.judged.facts(decision)

    def model_facts(self, decision: Decision) -> tuple[str, ...]:
        """Return those facts that a verdict rests on which are the translator's own."""
        return () if self.judged is None else self.judged.model_facts(decision)


@dataclass(frozen=True, slots=True)
class JudgedChain(Result):
    """A judged chain.

    >>> import verifier
    >>> judged = verifier.verify("Add.", ["2 + 3 = 6"], lean="off")
    >>> judged.first_error, judged.steps[0].claims[0].state
    (0, 'refuted')

    ``versions`` names what judged it; ``findings`` are about the chain, with spans in the problem.

    ``alarm`` says what is odd although no step is settled wrong: the final answer is not the reference answer.
    ``final``: the final answer beside the reference answer, None where the chain has no reference answer.
    ``watched``: what the process reward model said of steps that exact means settled, and whether they are right; it
    tells of drift, and is no part of a record. ``named``: the step that estimates name as the probable first error,
    where the chain's score lies below the threshold for its length.
    ``translations``: the other readings of the chain, as they were judged; ``trust``: what lets them settle steps,
    None where the chain was judged by the rules that read its text alone. ``reading``: the chain in the formal
    language, as these rules read its text; ``support``: what deciding it asked for, and ``agreement``: what deciding
    and comparing the translations asked for.
    """

    _record: ClassVar[str] = "verifier.records.record:record"
    _view: ClassVar[str] = "verifier.report.terminal:show"
    _html: ClassVar[str] = "verifier.report.html.notebook:chain"

    chain: Chain
    steps: tuple[JudgedStep, ...]
    versions: dict[str, str] = field(default_factory=dict)
    findings: tuple[Evidence, ...] = ()
    alarm: str | None = None
    final: FinalAnswer | None = None
    watched: tuple[tuple[float, bool], ...] = ()
    named: int | None = None
    trust: Settling | None = None
    translations: tuple[HeardTranslation, ...] = ()
    reading: FormalChain | None = None
    support: Support | None = None
    agreement: Support | None = None

    @property
    def first_error(self) -> int | None:
        """The first step settled incorrect, else the one that estimates name; -1 when every step that claims something
        is settled correct, and one does; None when it is not known, as where a step is only checked or estimated."""
        for step in self.steps:
            if step.correct is False:
                return step.index
        if self.named is not None and self.steps[self.named].nameable:
            return self.named
        claiming = [step for step in self.steps if step.reason != Unjudgement.NOTHING_CLAIMED]
        return -1 if claiming and all(step.correct for step in claiming) else None

    @property
    def first_error_kind(self) -> Literal["settled", "estimated"] | None:
        """Whether the first error is settled or estimated; that there is none is always settled; None where it is not
        known."""
        first = self.first_error
        if first is None:
            return None
        return "estimated" if first >= 0 and self.steps[first].kind == "estimated" else "settled"

    @property
    def scores(self) -> dict[str, float] | None:
        """Aggregations over the step scores (min, product, mean, last); None when a step has none."""
        found = [step.score for step in self.steps]
        values = [score for score in found if score is not None]
        if len(values) < len(found):
            return None
        sums = {"min": min(values), "product": math.prod(values), "mean": sum(values) / len(values), "last": values[-1]}
        return {name: round(score, 4) for name, score in sums.items()}

    @property
    def judged_share(self) -> float:
        """Share of the steps that are settled or checked, 0 to 1, four digits; no estimate counts."""
        return round(sum(step.kind == "settled" or step.checked for step in self.steps) / len(self.steps), 4)

    @property
    def contradictions(self) -> tuple[str, ...]:
        """The words of what was both proved and refuted, in the text and in translations: the alarm."""
        claims = tuple(c.text for step in self.steps for c in step.claims if isinstance(c.verdict, Contradiction))
        return claims + tuple(one.said.text for _, one in self.decisions() if isinstance(one.verdict, Contradiction))

    @property
    def counting(self) -> tuple[int, ...]:
        """The places of the translations whose reading is taken."""
        return tuple(i for i, one in enumerate(self.translations) if one.counts)

    @property
    def would_settle(self) -> bool:
        """Whether a step is left open only because nobody vouches for the translations."""
        return any(
            step.reading is None and step.under_this_reading is not None and step.finding is None for step in self.steps
        )

    def decisions(self) -> Iterator[tuple[int, Decision]]:
        """Yield every decision about translations with the place of its translation, in order."""
        for i, one in enumerate(self.translations):
            for step in one.steps:
                for statement in step.statements:
                    yield from ((i, decision) for decision in statement.decisions)

    @property
    def decided(self) -> tuple[int, int]:
        """How many statements of all translations are decided, and how many there are."""
        verdicts = [one.verdict for _, one in self.decisions()]
        return sum(isinstance(one, Proved | Refuted | Independent) for one in verdicts), len(verdicts)
