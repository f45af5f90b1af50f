"""Estimates put onto a judged chain: where exact means settled nothing, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from verifier.judging.judgements.judgement import Estimated, JudgedStep, Unjudged, Unjudgement

CLOSEST = 0.0001
"""How close to 0 and 1 an estimate comes: with four digits it never reads as either."""

_ESTIMABLE = (Unjudgement.NOTHING_TO_CHECK, Unjudgement.NOT_SETTLED, Unjudgement.OTHER_LANGUAGE)


def estimated(steps: Sequence[JudgedStep], estimates: Sequence[float | None]) -> tuple[JudgedStep, ...]:
    """Return the steps with an estimate where nothing settled them, and the probability of each prefix.

    ``estimates``: for each step, a probability that the chain is right up to and including it, or None. A prefix is
    never more probable than the one before it, a step settled correct leaves it as it is, and after a step settled
    incorrect it is 0: there is nothing left to estimate. Raises: ValueError where the lengths differ.
    """
    return tuple(_estimated(steps, estimates))


def _estimated(steps: Sequence[JudgedStep], estimates: Sequence[float | None]) -> Iterator[JudgedStep]:
    for step, prefix in zip(steps, prefixes([step.correct for step in steps], estimates), strict=True):
        reason = step.judgement.reason if isinstance(step.judgement, Unjudged) else None
        if prefix and reason in _ESTIMABLE:  # after a settled error nothing has an estimate
            step = replace(step, judgement=Estimated(prefix))
        yield replace(step, score=prefix)


def prefixes(correct: Sequence[bool | None], estimates: Sequence[float | None]) -> Iterator[float | None]:
    """Yield the probability of each prefix, from what is settled of each step and the estimates, as ``estimated`` has
    them. Raises: ValueError where the lengths differ."""
    prefix: float | None = 1.0
    for settled, estimate in zip(correct, estimates, strict=True):
        if settled is False:
            prefix = 0.0
        elif settled is None and prefix != 0.0:
            prefix = None if prefix is None or estimate is None else min(prefix, inside(estimate))
        yield prefix


def inside(probability: float) -> float:
    """Return the probability with four digits, kept away from 0 and 1."""
    return round(min(max(probability, CLOSEST), 1.0 - CLOSEST), 4)
