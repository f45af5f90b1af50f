"""What translations say of steps, as numbers, and the estimates that a model and all evidence come to."""

from __future__ import annotations

from dataclasses import replace

from verifier.judging.agreeing.readings import FormalFinding
from verifier.judging.deciding.translation import State
from verifier.judging.estimates.estimate import prefixes
from verifier.judging.estimates.features import evidence
from verifier.judging.estimates.fusion import with_translations
from verifier.judging.judgements.judged_formal import Estimates, FormalStepJudgement, JudgedFormalChain
from verifier.pipeline.judge import Judge

Known = tuple[tuple[float, ...], ...]


def with_estimates(judged: JudgedFormalChain, judge: Judge) -> JudgedFormalChain:
    """Return a judged chain with the estimates of a judge's process reward model, fused with what the exact reading and
    the translations say; as it is where the judge has no model. Nothing that is settled changes by them.

    Raises: ValueError without an exact reading; as the model.
    """
    if judge.prm is None:
        return judged
    [scores] = judge.prm.score([judged.chain])
    correct = [step.correct for step in judged.steps]
    after = None if judge.calibrated is None else judge.calibrated.of(judged.chain)
    fusion = with_translations(judge.fusion, judge.prm)
    fused = fusion.prefixes(correct, translated_evidence(judged), scores, after)
    return replace(judged, estimates=Estimates(judge.estimator, tuple(prefixes(correct, fused))))


def translated_evidence(judged: JudgedFormalChain) -> Known:
    """Return the evidence about each step: that of its exact reading, and one number for each of
    ``features.OF_TRANSLATIONS``, all 0 where no translation counts. Raises: ValueError without an exact reading."""
    if judged.exact is None:
        raise ValueError("expected a chain that was read exactly as well")
    pairs = zip(judged.exact.steps, judged.steps, strict=True)
    return tuple((*evidence(step), *_said(heard, judged)) for step, heard in pairs)


def _said(step: FormalStepJudgement, judged: JudgedFormalChain) -> tuple[float, ...]:
    """Shares of the translations that count, and 0 or 1, in the order of ``OF_TRANSLATIONS``."""
    states = [judged.translations[place].steps[step.index].state for place in judged.counting]
    refute, prove = (
        sum(one is state for one in states) / max(1, len(states)) for state in (State.REFUTED, State.PROVED)
    )
    several = len(states) > 1
    return (
        refute,
        float(several and step.says is State.REFUTED),
        prove,
        float(step.says is State.PROVED),
        float(step.finding is FormalFinding.UNJUSTIFIED),
    )
