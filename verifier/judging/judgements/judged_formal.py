"""Judged formal chains: what becomes of each step, by which reading, and of every translation by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from verifier.chain import Chain
from verifier.judging.agreeing.readings import FormalFinding, Reading
from verifier.judging.agreeing.trusting import Settling
from verifier.judging.deciding.translation import Decision, Decisions, JudgedFormalStep, State
from verifier.judging.judgements.judgement import JudgedChain, Settled, Unjudged, Unjudgement
from verifier.judging.judgements.result import Result
from verifier.judging.translations.intake import Translation
from verifier.kernel.verdict import Contradiction, Independent, Proved, Refuted
from verifier.language.linting.doubts import Doubt


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
class FormalStepJudgement:
    """A step and what becomes of it. ``says``: what the translations that count come to.

    ``reading``: by which reading it is settled; None where it is not. ``checked``: it is not settled, nothing is held
    against it, and everything that is found in it is proved: evidence. ``exact``: what the exact reading settles of
    it, None where that is nothing. ``score``: 1 while all steps to here that claim something are settled correct,
    0 after one that is settled incorrect, else None. ``finding``: what is strange in it. ``uncovered``: the words of
    the step that the translations that count leave out or say otherwise; ``doubts``: the checks that they did not pass,
    which kept the step from being settled by them.
    """

    index: int
    text: str
    judgement: Settled | Unjudged
    says: State
    reading: Reading | None = None
    checked: bool = False
    exact: bool | None = None
    score: float | None = None
    finding: FormalFinding | None = None
    uncovered: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def kind(self) -> Literal["settled", "unjudged"]:
        """What the judgement is, as records say it."""
        return "settled" if isinstance(self.judgement, Settled) else "unjudged"

    @property
    def correct(self) -> bool | None:
        """True or False when settled, else None."""
        return self.judgement.correct if isinstance(self.judgement, Settled) else None

    @property
    def reason(self) -> Unjudgement | None:
        """Why it is unjudged, else None."""
        return self.judgement.reason if isinstance(self.judgement, Unjudged) else None

    @property
    def under_this_reading(self) -> bool | None:
        """Whether the step holds under the reading taken, settled or not; None where that is not decided."""
        return {State.PROVED: True, State.REFUTED: False}.get(self.says)


@dataclass(frozen=True, slots=True)
class Estimates:
    """The probability that a chain is right up to and including each step, None where it is not known. ``by``: the
    process reward model that said so, and its calibration."""

    by: str
    prefixes: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class JudgedFormalChain(Result):
    """A chain judged by its translations. ``exact``: as the exact reading judges it, where that stands beside them.
    ``estimates``: what a model estimates of its steps, where one was asked; nothing is settled by them."""

    _record: ClassVar[str] = "verifier.records.formal.record:formal_record"
    _view: ClassVar[str] = "verifier.report.formal.judged:show"
    _html: ClassVar[str] = "verifier.report.html.notebook:formal"

    chain: Chain
    trust: Settling
    translations: tuple[HeardTranslation, ...]
    steps: tuple[FormalStepJudgement, ...]
    exact: JudgedChain | None = None
    estimates: Estimates | None = None

    @property
    def counting(self) -> tuple[int, ...]:
        """The places of the translations whose reading is taken."""
        return tuple(i for i, one in enumerate(self.translations) if one.counts)

    @property
    def first_error(self) -> int | None:
        """The first step settled incorrect; -1 where every step that claims something is settled correct, and one
        does; None where it is not known."""
        for step in self.steps:
            if step.correct is False:
                return step.index
        claiming = [step for step in self.steps if step.reason is not Unjudgement.NOTHING_CLAIMED]
        return -1 if claiming and all(step.correct for step in claiming) else None

    @property
    def would_settle(self) -> bool:
        """Whether a step is left open only because nobody vouches for the reading."""
        return any(
            step.reading is None and step.under_this_reading is not None and step.finding is None for step in self.steps
        )

    @property
    def findings(self) -> tuple[FormalStepJudgement, ...]:
        """The steps in which something is strange."""
        return tuple(step for step in self.steps if step.finding is not None)

    @property
    def contradictions(self) -> int:
        """How many statements and claims were both proved and refuted: the alarm."""
        exact = () if self.exact is None else self.exact.contradictions
        return len(exact) + sum(isinstance(one.verdict, Contradiction) for _, one in self.decisions())

    def decisions(self) -> Iterator[tuple[int, Decision]]:
        """Yield every decision with the place of its translation, in order."""
        for i, one in enumerate(self.translations):
            for step in one.steps:
                for statement in step.statements:
                    yield from ((i, decision) for decision in statement.decisions)

    @property
    def decided(self) -> tuple[int, int]:
        """How many statements of all translations are decided, and how many there are."""
        verdicts = [one.verdict for _, one in self.decisions()]
        return sum(isinstance(one, Proved | Refuted | Independent) for one in verdicts), len(verdicts)
