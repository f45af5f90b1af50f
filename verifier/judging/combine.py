"""Judging chains by their translations: what settles a step, and what is evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.agreeing.readings import FormalFinding, Reading, together
from verifier.judging.agreeing.trusting import AtLevel, Settling, Trust
from verifier.judging.deciding.translation import State
from verifier.judging.judgements.judged_formal import FormalStepJudgement, HeardTranslation, JudgedFormalChain
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep, Settled, Unjudged, Unjudgement
from verifier.judging.translations.intake import Translated, Translation
from verifier.kernel.verdict import Proved

AGREEING = 2
"""Fewest translations made apart whose agreement settles a step."""


def judged(
    translated: Translated, trust: Settling, judge: FormalJudge, exact: JudgedChain | None = None
) -> JudgedFormalChain:
    """Return a chain judged by its translations, with what an exact reading of it makes of each step beside them."""
    chain, every = translated.chain, translated.translations
    words = [step.text for step in chain.steps]
    heard = [one for one in every if one.set_aside is None]
    taken = [one for one in heard if one.given] or heard
    agreed = judge([one.formal for one in taken], words) if taken else None
    by_content = {} if agreed is None else {id(one.chain): one for one in agreed.translations}
    rows = []
    for one in every:
        found = by_content.get(id(one.formal))
        if found is None and one.set_aside is None:
            [found] = judge([one.formal], words).translations
        rows.append(HeardTranslation(one, found, one in taken))
    states = [State.SILENT] * len(words) if agreed is None else list(agreed.agreed)
    beside = [None] * len(words) if exact is None else list(exact.steps)
    grounds, counting = grounds_of(taken, trust), [one for one in rows if one.counts]
    left: Sequence[Sequence[str]] = [()] * len(words) if agreed is None else agreed.uncovered
    steps = [
        _step(i, text, states[i], grounds.of(states[i]), counting, beside[i], left[i]) for i, text in enumerate(words)
    ]
    if agreed is not None:
        kept = zip(steps, agreed.uncovered, agreed.doubts, strict=True)
        steps = [replace(step, uncovered=left, doubts=found) for step, left, found in kept]
        shown = zip(steps, agreed.unjustified, strict=True)
        steps = [replace(step, finding=UNJUSTIFIED) if lacks and _is_open(step) else step for step, lacks in shown]
    return JudgedFormalChain(chain, trust, tuple(rows), tuple(_scored(steps)), exact)


UNJUSTIFIED = FormalFinding.UNJUSTIFIED


def _is_open(step: FormalStepJudgement) -> bool:
    """Whether nothing is settled or found of a step."""
    return step.correct is None and step.finding is None


@dataclass(frozen=True, slots=True)
class Grounds:
    """By which reading translations settle steps correct, and incorrect; None where they are evidence."""

    approvals: Reading | None = None
    accusations: Reading | None = None

    def of(self, says: State) -> Reading | None:
        """Return by which reading they settle what they come to."""
        return self.accusations if says is State.REFUTED else self.approvals


def grounds_of(taken: Sequence[Translation], trust: Settling) -> Grounds:
    """Return by which reading the translations that count settle steps."""
    if any(one.given for one in taken):
        return Grounds(Reading.GIVEN, Reading.GIVEN)
    if isinstance(trust, AtLevel):
        lacking = trust.lacks([one.formal for one in taken]) is not None
        sides = (None if lacking or not enough else Reading.TRANSLATED for enough in (trust.approves, trust.accuses))
        return Grounds(*sides)
    agreeing = trust is Trust.AGREEING and len(taken) >= AGREEING
    return Grounds(Reading.TRANSLATED, Reading.TRANSLATED) if agreeing else Grounds()


def _step(
    index: int,
    text: str,
    says: State,
    reading: Reading | None,
    counting: Sequence[HeardTranslation],
    beside: JudgedStep | None,
    left: Sequence[str],
) -> FormalStepJudgement:
    exact = None if beside is None else beside.correct
    found = together(says, reading, [one.steps[index] for one in counting], beside)
    if found.correct is not None:
        return FormalStepJudgement(index, text, Settled(found.correct), says, found.reading, exact=exact)
    if says is State.SILENT and reading is not None and not (left or _refutes(beside)):
        return FormalStepJudgement(index, text, Unjudged(Unjudgement.NOTHING_CLAIMED), says, exact=exact)
    reason = Unjudgement.NOT_SETTLED if found.finding is not None else _why(says, beside)
    checked = found.finding is None and reason is Unjudgement.NOT_SETTLED and _checked(index, says, counting, beside)
    return FormalStepJudgement(
        index, text, Unjudged(reason), says, None, checked=checked, exact=exact, finding=found.finding
    )


def _refutes(beside: JudgedStep | None) -> bool:
    """Whether the exact reading refutes something in a step."""
    return beside is not None and any(one.state == "refuted" for one in beside.claims)


def _why(says: State, beside: JudgedStep | None) -> Unjudgement:
    """Why a step is not settled; where translations state nothing, as the exact reading says."""
    if says is State.SILENT and beside is not None and isinstance(beside.judgement, Unjudged):
        return beside.judgement.reason
    return _REASONS.get(says, Unjudgement.NOT_SETTLED)


_REASONS = {State.SILENT: Unjudgement.NOTHING_TO_CHECK, State.RESTS_ON_ERROR: Unjudgement.RESTS_ON_ERROR}


def _checked(index: int, says: State, counting: Sequence[HeardTranslation], beside: JudgedStep | None) -> bool:
    """Whether each translation that counts states something in a step, and proves all that it states; where none
    states anything, whether the exact reading proves all its claims."""
    if says is State.SILENT:
        return beside is not None and beside.checked
    steps = [one.steps[index] for one in counting]
    verdicts = [[d.verdict for s in step.statements for d in s.decisions] for step in steps]
    return all(found and all(isinstance(one, Proved) for one in found) for found in verdicts)


def _scored(steps: Iterable[FormalStepJudgement]) -> Iterator[FormalStepJudgement]:
    """The steps with the probability of the chain up to and including each, where it is known."""
    prefix: float | None = 1.0
    for step in steps:
        if prefix != 0.0:
            silent = step.reason is Unjudgement.NOTHING_CLAIMED
            prefix = 0.0 if step.correct is False else prefix if step.correct or silent else None
        yield replace(step, score=prefix)
