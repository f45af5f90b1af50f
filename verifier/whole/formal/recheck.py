"""Records of chains as theorems by their translations, checked again: the chain is judged from its stored proofs and
put into its theorems once more, and the stored proofs of these are checked by ``admit`` again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.judging.decide import formal_judge
from verifier.kernel.verdict import Unknown
from verifier.language.expressions.spell import spell
from verifier.records.codec import certificate_to_json, claim_spelled, digest
from verifier.records.recheck import Checkers, Finding, different, judged_again, recheck_judged
from verifier.records.record import record as record_of
from verifier.records.stored_proofs import StoredFormulaProofs
from verifier.whole.formal.prove import FormalTheorem, FormalWhole, formal_whole
from verifier.whole.recheck import apart
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


def recheck_one(data: Any, checkers: Checkers, where: str) -> Iterator[Finding]:
    """Yield the findings of one record, which stands at ``where``. Raises: LeanUnavailable."""
    chain, part = apart(data)
    yield from recheck_judged(chain, checkers, where)
    rows = part.get("theorems")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        yield Finding(where, 'expected "theorems" as a list of objects')
        return
    try:
        judged = judged_again(chain, checkers)
    except ValueError as error:
        yield Finding(where, str(error))
        return
    again = formal_whole(judged, formal_judge(lambda own: StoredFormulaProofs(rows, own)))
    for one, row in zip(again.theorems, rows, strict=False):
        at = f"{where}, the theorem of translation {one.translation}"
        if one.certificate is not None and row.get("certificate") is not None:
            yield Finding(at, certificate=one.certificate)
        elif row.get("certificate") is not None:
            yield Finding(at, "its certificate does not hold")
    expected = {KEY: record(again)[KEY]}
    yield from (Finding(where, wrong) for wrong in different({KEY: part}, expected, chain.get("versions")))
