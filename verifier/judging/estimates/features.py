"""What is known of a step beside its verdict, as numbers: what moves a model's estimate of it."""

from __future__ import annotations

import math

from verifier.judging.judgements.judgement import FormalFinding, JudgedChain, JudgedStep, State, Unjudged, Unjudgement
from verifier.kernel.verdict import Reason
from verifier.mathtext.guards.evidence import Kind

NAMES = (
    "all claims proved",
    "claims proved",
    "claims refuted",
    "claims unknown",
    "not entailed",
    "conflicts with stated",
    "rounded",
    "no claim read",
    "unread share",
    "ledger findings",
    "adds nothing",
    "rests on an error",
    "position",
)

OF_TRANSLATIONS = (
    "translations refute",
    "translations refute alike",
    "translations prove",
    "translations prove the whole",
    "translations find no reason",
)
"""What is known of a step where its chain is judged by translations as well: the shares of these that refute and prove
it, and, 0 or 1, whether several refute the same of it, whether what they prove covers it, and whether by all of them a
reason is missing."""


def evidence(step: JudgedStep) -> tuple[float, ...]:
    """Return the evidence about a step, one number for each of ``NAMES``: counts, and its index, as log(1 + n), the
    rest from 0 to 1. All of it is of the text, also where there are translations."""
    reasons = [claim.reason for claim in step.claims]
    alone = step.by_text or step.judgement
    rests = isinstance(alone, Unjudged) and alone.reason is Unjudgement.RESTS_ON_ERROR
    return (
        float(step.all_proved),
        *(math.log1p(step.count(state)) for state in ("proved", "refuted", "unknown")),
        math.log1p(reasons.count(Reason.NOT_ENTAILED)),
        math.log1p(reasons.count(Reason.CONFLICTS_WITH_STATED)),
        math.log1p(reasons.count(Reason.ROUNDED)),
        float(not step.claims),
        step.unread_share,
        math.log1p(sum(finding.kind is not Kind.MENDED_LATEX for finding in step.findings)),
        float(step.adds is False),
        float(rests),
        math.log1p(step.index),
    )


def of_translations(judged: JudgedChain) -> tuple[tuple[float, ...], ...]:
    """Return the evidence about each step: that of its text, and one number for each of ``OF_TRANSLATIONS``, all 0
    where no translation counts."""
    return tuple((*evidence(step), *_said(step, judged)) for step in judged.steps)


def _said(step: JudgedStep, judged: JudgedChain) -> tuple[float, ...]:
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
