"""Judged chains as records: one JSON object a chain, in which the proofs travel. Nothing in a record is a verdict:
``recheck`` makes them again.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from operator import gt
from typing import TYPE_CHECKING, Any, Final

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.judging.judgements.judgement import HeardTranslation, JudgedChain, JudgedClaim, JudgedStep
from verifier.judging.judgements.unchecked import line as line
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Contradiction, Decided, Independent, Proved, Refuted, Unknown
from verifier.language.expressions.runs import spell_run
from verifier.language.expressions.spell import spell
from verifier.language.read_chain import MAX_ASKS, MAX_FACTS, MAX_STATEMENTS, MAX_STEPS
from verifier.language.write_chain import as_json
from verifier.mathtext.guards.evidence import Evidence
from verifier.records.codec import certificate_to_json, claim_spelled, claim_to_json, digest, plain

if TYPE_CHECKING:
    from collections.abc import Set

    from verifier.judging.deciding.support import Support
    from verifier.judging.deciding.translation import Decision, JudgedFormalStep
    from verifier.language.formal_chain import FormalChain

SCHEMA: Final = 3

TEXTS: Final = ("id", "problem", "steps_text")
"""What a stored reading has not, since it stands in its record already."""

ORIGIN: Final = ("place", "split")
"""The keys of a record that say where its chain was read, and how its text was split; those that are known."""


def record(judged: JudgedChain) -> dict[str, Any]:
    """Return the record of a judged chain: the same judgement gives the same record, key for key.

    >>> import verifier
    >>> record(verifier.verify("Add.", ["2 + 3 = 6"], lean="off"))["first_error"]
    0
    """
    return {
        "schema": SCHEMA,
        "id": judged.chain.id,
        **origin(judged.chain),
        "problem": judged.chain.problem,
        "answer": judged.chain.answer,
        **_by_translations(judged),
        **({} if judged.final is None else {"final_answer": asdict(judged.final)}),
        "steps": [{**_step(step), **_told(step, judged)} for step in judged.steps],
        **_reading(judged),
        "first_error": judged.first_error,
        "first_error_kind": judged.first_error_kind,
        "scores": judged.scores,
        "judged_share": judged.judged_share,
        "findings": [_finding(finding) for finding in judged.findings],
        "alarm": judged.alarm,
        "versions": dict(sorted({**judged.versions, **_lean(judged)}.items())),
    }


def origin(chain: Chain) -> dict[str, str]:
    """Return what a record says of where its chain comes from: the place of it, and how its text was split."""
    return {key: value for key in ORIGIN if (value := getattr(chain, key)) is not None}


def error_record(bad: Bad) -> dict[str, Any]:
    """Return the record that stands for input which is not a chain."""
    return {"schema": SCHEMA, "id": bad.id, "place": bad.where, "error": str(bad)}


def schema_fault(data: Any, schema: int, kind: str | None = None) -> str | None:
    """Return how a value is no record of this schema (and kind): what was expected and what was found, else None."""
    found = data if isinstance(data, dict) else {}
    if found.get("schema") == schema and (kind is None or found.get("kind") == kind):
        return None
    names = ("schema",) if kind is None else ("kind", "schema")
    plain = {name: found[name] for name in names if isinstance(found.get(name), str | int)}
    named = " and ".join(f'"{name}": {json.dumps(value)[:20]}' for name, value in plain.items())
    wanted = f'"schema": {schema}' if kind is None else f'"kind": "{kind}" and "schema": {schema}'
    shown = f"{named}; judge the chain again" if named else "none"
    return f"expected a record: an object with {wanted}, found {shown}"


def has_translations(data: Any) -> bool:
    """Return whether a value is the record of a chain that was judged by translations too."""
    return isinstance(data, dict) and "translations" in data


def is_error_record(data: Any) -> bool:
    """Return whether a value is what ``error_record`` makes, with the place of the input or without it."""
    if not isinstance(data, dict) or data.keys() - {"place"} != {"schema", "id", "error"}:
        return False
    return isinstance(data["error"], str) and isinstance(data["id"], str | None) and data["schema"] == SCHEMA


def _step(step: JudgedStep) -> dict[str, Any]:
    return {
        "index": step.index,
        "text": step.text,
        "kind": step.kind,
        "correct": step.correct,
        "reason": step.reason,
        "score": None if step.score is None else round(step.score, 4),
        "adds": step.adds,
        "checked": step.checked,
        "unread_share": step.unread_share,
        "claims": [_claim(claim) for claim in step.claims],
        "findings": [_finding(finding) for finding in step.findings],
        "unread": [list(span) for span in step.unread],
    }


def _finding(finding: Evidence) -> dict[str, Any]:
    return {"kind": finding.kind.value, "text": finding.text, "span": list(finding.span)}


def _claim(claim: JudgedClaim) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": claim.id,
        "text": claim.text,
        "span": list(claim.span),
        "role": claim.role,
        "verdict": claim.state,
        "reason": None if claim.reason is None else claim.reason.value,
        "engine": claim.engine,
        "asked": None if claim.asked is None or isinstance(claim.verdict, Unknown) else asked_of(claim.asked),
        "rests_on": list(claim.rests_on),
        "assumes": list(claim.assumes),
        "certificate": None if claim.certificate is None else certificate_to_json(claim.certificate),
    }
    if claim.excuse is not None:  # refuted, and not held against its step
        row["excuse"] = claim.excuse
    if claim.spared_by is not None:
        other = claim.spared_by
        said = None if other.said is None else other.said.text
        row["spared_by"] = {"code": other.code, "message": other.message, "said": said}
    if isinstance(claim.verdict, Contradiction):  # the alarm: both certificates are kept, neither counts
        row["contradiction"] = [certificate_to_json(claim.verdict.proved), certificate_to_json(claim.verdict.refuted)]
    return row


def _by_translations(judged: JudgedChain) -> dict[str, Any]:
    """What a record says of the translations of its chain, and nothing of a chain that was judged by its text alone."""
    if judged.trust is None:
        return {}
    decided = {one.claim for _, one in judged.decisions() if one.certificate is not None}
    return {
        "trust": judged.trust.to_json(),
        "translations": [_translation(one) for one in judged.translations],
        "agreement": _support(judged.agreement, decided),
    }


def _reading(judged: JudgedChain) -> dict[str, Any]:
    """The chain as its text was read, without the texts, and what deciding it asked for besides the claims."""
    if judged.reading is None or _is_long(judged.reading):
        return {"reading": None}
    decided = {claim.asked for step in judged.steps for claim in step.claims if claim.certificate is not None}
    chain = {name: value for name, value in as_json(judged.reading).items() if name not in TEXTS}
    return {"reading": {"chain": chain, **_support(judged.support, decided)}}


def _is_long(chain: FormalChain) -> bool:
    """Whether a reading is larger than a formal chain in a file may be."""
    statements = sum(len(step.statements) for step in chain.steps)
    sizes = (len(chain.steps), statements, len(chain.facts), len(chain.asks))
    return any(map(gt, sizes, (MAX_STEPS, MAX_STATEMENTS, MAX_FACTS, MAX_ASKS)))


def _support(support: Support | None, decided: Set[Claim | None]) -> dict[str, Any]:
    """The certificates of what was asked about and is no claim of the record, and the models that were asked for."""
    if support is None:
        return {"proofs": [], "models": []}
    besides = ((claim, held) for claim, held in support.proofs.items() if claim not in decided)
    return {
        "proofs": [{"asked": asked_of(claim), "certificate": certificate_to_json(held)} for claim, held in besides],
        "models": [{"of": asked_of(claim), **plain(model)} for claim, model in support.models.items()],
    }


def asked_of(claim: Claim) -> str:
    """Return what a record calls a claim that was asked about."""
    return digest(claim_spelled(claim))


def _told(step: JudgedStep, judged: JudgedChain) -> dict[str, Any]:
    """What translations say of a step."""
    if judged.trust is None:
        return {}
    return {
        "reading": None if step.reading is None else step.reading.value,
        "exact": step.exact,
        "says": None if step.says is None else step.says.value,
        "finding": None if step.finding is None else step.finding.value,
        "uncovered": list(step.uncovered),
        "doubts": [{"check": one.check, "bars": one.bars.value, "found": one.found} for one in step.doubts],
    }


def _lean(judged: JudgedChain) -> dict[str, str]:
    """The version of the Lean that certified something, where one did."""
    told = (one.lean for _, one in judged.decisions())
    return next(({"lean": one.certificate.toolchain} for one in told if isinstance(one, Decided)), {})


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
    if isinstance(one.verdict, Unknown):
        return None
    if one.run is not None:
        return digest(claim_to_json(one.run))
    return None if one.claim is None else asked_of(one.claim)


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
