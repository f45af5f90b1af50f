"""Chains as one theorem by their translations, as records: that of the judged chain, with a part in which the theorems
and their proofs travel. Nothing in a record is a verdict: ``recheck`` makes them again."""

from __future__ import annotations

from typing import Any

from verifier.kernel.verdict import Unknown
from verifier.language.expressions.spell import spell
from verifier.records.codec import certificate_to_json, claim_spelled, digest
from verifier.records.record import record as record_of
from verifier.whole.formal.prove import FormalTheorem, FormalWhole
from verifier.whole.record import KEY


def record(whole: FormalWhole) -> dict[str, Any]:
    """Return the record: the same chain and proofs give the same, key for key."""
    return {**record_of(whole.judged), KEY: _whole(whole)}


def _whole(whole: FormalWhole) -> dict[str, Any]:
    return {
        "status": whole.status,
        "reading": None if whole.reading is None else whole.reading.value,
        "why": whole.why,
        "theorems": [_theorem(one) for one in whole.theorems],
        "unused": list(whole.unused),
        "compensating": list(whole.compensating),
        "wrong": whole.wrong,
    }


def _theorem(one: FormalTheorem) -> dict[str, Any]:
    unknown = one.verdict if isinstance(one.verdict, Unknown) else None
    return {
        "translation": one.translation,
        "answer": one.answer,
        "says": spell(one.claim.formula),
        "from": [premise.id for premise in one.claim.premises],
        "asked": digest(claim_spelled(one.claim)),
        "status": one.status,
        "reason": None if unknown is None else unknown.reason.value,
        "detail": None if unknown is None else unknown.detail,
        "steps": list(one.steps),
        "lean": one.lean,
        "certificate": None if one.certificate is None else certificate_to_json(one.certificate),
    }
