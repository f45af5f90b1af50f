"""Judged formal chains as records: one JSON object a chain, in which translations and proofs travel.

Nothing in a record is a verdict: ``recheck`` makes them again.
"""

from __future__ import annotations

from typing import Any, Final

from verifier.judging.agreeing.trusting import trust_json
from verifier.judging.deciding.translation import Decision, JudgedFormalStep
from verifier.judging.judgements.judged_formal import (
    Estimates,
    FormalStepJudgement,
    HeardTranslation,
    JudgedFormalChain,
)
from verifier.kernel.verdict import Contradiction, Decided, Independent, Proved, Refuted, Unknown
from verifier.language.expressions.runs import spell_run
from verifier.language.expressions.spell import spell
from verifier.language.write_chain import as_json
from verifier.records.codec import certificate_to_json, claim_spelled, claim_to_json, digest
from verifier.records.record import ORIGIN, origin, record
from verifier.version import VERSION

KIND: Final = "formal"
SCHEMA: Final = 1


def formal_record(judged: JudgedFormalChain) -> dict[str, Any]:
    """Return the record of a chain judged by its translations: the same judgement gives the same, key for key."""
    return {
        "kind": KIND,
        "schema": SCHEMA,
        "id": judged.chain.id,
        **origin(judged.chain),
        "problem": judged.chain.problem,
        "answer": judged.chain.answer,
        "trust": trust_json(judged.trust),
        "steps": [_step(step, judged) for step in judged.steps],
        "translations": [_translation(one) for one in judged.translations],
        "exact": None if judged.exact is None else _without_origin(record(judged.exact)),
        "first_error": judged.first_error,
        **({} if judged.estimates is None else {"estimates": _estimates(judged.estimates)}),
        "versions": {"verifier": VERSION, **_lean(judged)},
    }


def _without_origin(exact: dict[str, Any]) -> dict[str, Any]:
    """The record of the exact reading, whose chain is that of the record around it."""
    return {key: value for key, value in exact.items() if key not in ORIGIN}


def _estimates(of: Estimates) -> dict[str, Any]:
    return {"by": of.by, "prefixes": list(of.prefixes)}


def _lean(judged: JudgedFormalChain) -> dict[str, str]:
    """The version of the Lean that certified something, where one did."""
    told = (one.lean for _, one in judged.decisions())
    return next(({"lean": one.certificate.toolchain} for one in told if isinstance(one, Decided)), {})


def _step(step: FormalStepJudgement, judged: JudgedFormalChain) -> dict[str, Any]:
    return {
        "index": step.index,
        "text": step.text,
        "kind": step.kind,
        "correct": step.correct,
        "reason": None if step.reason is None else step.reason.value,
        "reading": None if step.reading is None else step.reading.value,
        "translations": list(judged.counting),
        "says": step.says.value,
        "checked": step.checked,
        "exact": step.exact,
        "score": step.score,
        "finding": None if step.finding is None else step.finding.value,
        "uncovered": list(step.uncovered),
        "doubts": [{"check": one.check, "bars": one.bars.value, "found": one.found} for one in step.doubts],
    }


def _translation(one: HeardTranslation) -> dict[str, Any]:
    chain = as_json(one.translation.formal)
    return {
        "sha256": digest(chain),
        "given": one.translation.given,
        "set_aside": one.translation.set_aside,
        "counts": one.counts,
        "chain": chain,
        "steps": [_decisions(step, one) for step in one.steps],
    }


def _decisions(step: JudgedFormalStep, one: HeardTranslation) -> dict[str, Any]:
    return {
        "state": step.state.value,
        "whole": step.whole,
        "decisions": [_decision(d, one) for statement in step.statements for d in statement.decisions],
    }


def _decision(one: Decision, of: HeardTranslation) -> dict[str, Any]:
    unknown = one.verdict if isinstance(one.verdict, Unknown) else None
    row: dict[str, Any] = {
        "id": one.id,
        "text": one.said.text,
        "claim": _claimed(one),
        "asked": _asked(one),
        "verdict": word(one),
        "reason": None if unknown is None else unknown.reason.value,
        "detail": None if unknown is None else unknown.detail,
        "rests_on": list(one.rests_on),
        "model_facts": list(of.model_facts(one)),
        "certificate": None if one.certificate is None else certificate_to_json(one.certificate),
    }
    if isinstance(one.lean, Decided):
        row["lean"] = certificate_to_json(one.lean.certificate)
    if isinstance(one.verdict, Contradiction):  # the alarm: both certificates are kept, neither counts
        row["contradiction"] = [certificate_to_json(one.verdict.proved), certificate_to_json(one.verdict.refuted)]
    return row


def _claimed(one: Decision) -> str | None:
    if one.run is not None:
        return spell_run(one.run)
    return None if one.claim is None else spell(one.claim.formula)


def _asked(one: Decision) -> str | None:
    if one.run is not None:
        return digest(claim_to_json(one.run))
    return None if one.claim is None else digest(claim_spelled(one.claim))


def word(decision: Decision) -> str:
    """Return the verdict of a decision in a word."""
    match decision.verdict:
        case Proved():
            return "proved"
        case Refuted():
            return "refuted"
        case Independent():
            return "independent"
    return "unknown"
