"""What is known of a step beside its verdict, as numbers: what moves a model's estimate of it."""

from __future__ import annotations

import math

from verifier.judging.judgements.judgement import JudgedStep, Unjudged, Unjudgement
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
    rest from 0 to 1."""
    reasons = [claim.reason for claim in step.claims]
    rests = isinstance(step.judgement, Unjudged) and step.judgement.reason is Unjudgement.RESTS_ON_ERROR
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
