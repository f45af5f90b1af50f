"""Judged chains as records: one JSON object a chain, in which the proofs travel. Nothing in a record is a verdict:
``recheck`` makes them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.judging.estimates.estimate import is_estimated
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim, JudgedStep, Unjudgement
from verifier.judging.judgements.unchecked import line as line
from verifier.kernel.verdict import Contradiction
from verifier.mathtext.guards.evidence import Evidence
from verifier.records.codec import certificate_to_json, claim_to_json, digest

SCHEMA = 2

ORIGIN: Final = ("place", "split")
"""The keys of a record that say where its chain was read, and how its text was split; those that are known."""


def record(judged: JudgedChain) -> dict[str, Any]:
    """Return the record of a judged chain: the same judgement gives the same record, key for key."""
    return {
        "schema": SCHEMA,
        "id": judged.chain.id,
        **origin(judged.chain),
        "problem": judged.chain.problem,
        "answer": judged.chain.answer,
        **({} if judged.final is None else {"final_answer": asdict(judged.final)}),
        "steps": [_step(step) for step in judged.steps],
        "first_error": judged.first_error,
        "first_error_kind": judged.first_error_kind,
        "scores": judged.scores,
        "judged_share": judged.judged_share,
        "findings": [_finding(finding) for finding in judged.findings],
        "alarm": judged.alarm,
        "versions": dict(sorted(judged.versions.items())),
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


def is_error_record(data: Any) -> bool:
    """Return whether a value is what ``error_record`` makes, with the place of the input or without it."""
    return isinstance(data, dict) and data.keys() - {"place"} == {"schema", "id", "error"}


def steps_of(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the steps of a record, also of a formal chain, in which estimates stand apart from the steps.

    Raises: KeyError, TypeError, ValueError on what is no record."""
    steps: list[Mapping[str, Any]] = list(record["steps"])
    if record.get("estimates") is None:
        return steps
    every = zip(steps, record["estimates"]["prefixes"], strict=True)
    return [{**step, "kind": _kind(step, prefix), "score": prefix} for step, prefix in every]


def _kind(step: Mapping[str, Any], prefix: float | None) -> str:
    open_ = step["kind"] == "unjudged" and is_estimated(Unjudgement(step["reason"]), prefix)
    return "estimated" if open_ else str(step["kind"])


def checked(step: Mapping[str, Any]) -> bool:
    """Return whether a record, also of a formal chain, says of a step what ``JudgedStep.checked`` does.

    Raises: KeyError, TypeError on what is no record."""
    if isinstance(step["checked"], bool):  # of a formal chain
        return step["checked"]
    held = step["correct"] is False or step["reason"] not in (None, Unjudgement.NOT_SETTLED)
    return bool(not held and 0 < step["checked"]["claims"] == step["checked"]["proved"])


def _step(step: JudgedStep) -> dict[str, Any]:
    return {
        "index": step.index,
        "text": step.text,
        "kind": step.kind,
        "correct": step.correct,
        "reason": step.reason,
        "score": None if step.score is None else round(step.score, 4),
        "adds": step.adds,
        "checked": {
            "claims": len(step.claims),
            "proved": step.count("proved"),
            "refuted": step.count("refuted"),
            "unknown": step.count("unknown"),
            "unread_share": step.unread_share,
        },
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
        "asked": None if claim.asked is None else digest(claim_to_json(claim.asked)),
        "rests_on": list(claim.rests_on),
        "assumes": list(claim.assumes),
        "certificate": None if claim.certificate is None else certificate_to_json(claim.certificate),
    }
    if claim.excuse is not None:  # refuted, and not held against its step
        row["excuse"] = claim.excuse
    if isinstance(claim.verdict, Contradiction):  # the alarm: both certificates are kept, neither counts
        row["contradiction"] = [certificate_to_json(claim.verdict.proved), certificate_to_json(claim.verdict.refuted)]
    return row
