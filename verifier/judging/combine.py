"""Combining the readings of a chain: what settles a step, and what is evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.agreeing.readings import together
from verifier.judging.agreeing.trusting import AtLevel, Settling, Trust
from verifier.judging.judgements.judgement import (
    FormalFinding,
    HeardTranslation,
    JudgedChain,
    JudgedStep,
    Reading,
    Settled,
    State,
    Unjudged,
    Unjudgement,
)
from verifier.judging.text_claims import with_scores
from verifier.judging.translations.translation import Translation
from verifier.kernel.verdict import Proved

AGREEING = 2
"""Fewest translations made apart whose agreement settles a step."""


def combine(text: JudgedChain, translations: Sequence[Translation], trust: Settling, judge: FormalJudge) -> JudgedChain:
    """Return a chain as its text and its translations judge it together.

    ``text``: the chain as the rules that read its text judge it. ``judge`` decides what the translations state.
    """
    with judge.by.noting() as support:
        return replace(_combined(text, translations, trust, judge), agreement=support)


def _combined(
    text: JudgedChain, translations: Sequence[Translation], trust: Settling, judge: FormalJudge
) -> JudgedChain:
    words = [step.text for step in text.steps]
    heard = [one for one in translations if one.set_aside is None]
    taken = [one for one in heard if one.given] or heard
    agreed = judge([one.formal for one in taken], words) if taken else None
    by_content = {} if agreed is None else {id(one.chain): one for one in agreed.translations}
    rows = []
    for one in translations:
        found = by_content.get(id(one.formal))
        if found is None and one.set_aside is None:
            [found] = judge([one.formal], words).translations
        rows.append(HeardTranslation(one, found, one in taken))
    if agreed is None:
        steps = [_step(step, State.SILENT, None, (), ()) for step in text.steps]
    else:
        grounds, counting = grounds_of(taken, trust), [one for one in rows if one.counts]
        every = zip(text.steps, agreed.agreed, agreed.uncovered, agreed.doubts, agreed.unjustified, strict=True)
        steps = []
        for step, says, left, doubts, lacks in every:
            made = replace(_step(step, says, grounds.of(says), counting, left), uncovered=left, doubts=doubts)
            shown = lacks and made.correct is None and made.finding is None
            steps.append(replace(made, finding=FormalFinding.UNJUSTIFIED) if shown else made)
    return replace(text, steps=tuple(with_scores(steps)), trust=trust, translations=tuple(rows))


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
    by_text: JudgedStep,
    says: State,
    reading: Reading | None,
    counting: Sequence[HeardTranslation],
    left: Sequence[str],
) -> JudgedStep:
    found = together(says, reading, [one.steps[by_text.index] for one in counting], by_text)
    alone = by_text.judgement
    assert isinstance(alone, Settled | Unjudged)  # estimates come after this
    proved = _proved(by_text.index, counting)
    step = replace(by_text, by_text=alone, says=says, proved=proved, reading=found.reading, finding=found.finding)
    if found.correct is not None:
        return replace(step, judgement=Settled(found.correct))
    if says is State.SILENT and reading is not None and not (left or by_text.count("refuted")):
        return replace(step, judgement=Unjudged(Unjudgement.NOTHING_CLAIMED))
    reason = Unjudgement.NOT_SETTLED if found.finding is not None else _why(says, alone)
    return replace(step, judgement=Unjudged(reason))


def _why(says: State, alone: Settled | Unjudged) -> Unjudgement:
    """Why a step is not settled; where translations state nothing, as the text reading says."""
    if says is State.SILENT and isinstance(alone, Unjudged):
        return alone.reason
    return _REASONS.get(says, Unjudgement.NOT_SETTLED)


_REASONS = {State.SILENT: Unjudgement.NOTHING_TO_CHECK, State.RESTS_ON_ERROR: Unjudgement.RESTS_ON_ERROR}


def _proved(index: int, counting: Sequence[HeardTranslation]) -> bool:
    """Whether each translation that counts states something in a step, and proves all that it states."""
    steps = [one.steps[index] for one in counting]
    verdicts = [[d.verdict for s in step.statements for d in s.decisions] for step in steps]
    return bool(steps) and all(found and all(isinstance(one, Proved) for one in found) for found in verdicts)
