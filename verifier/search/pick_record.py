"""Picks as records: what the command prints, and with it the record of every attempt, in which the proofs travel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from verifier.records.recheck import Checkers, Finding
from verifier.records.recheck import recheck_one as recheck_attempt
from verifier.records.record import schema_fault
from verifier.records.views.why import why
from verifier.search.flaw import Flaw
from verifier.search.pick import Picked

KIND: Final = "pick"
SCHEMA: Final = 1
OWN_WORD: Final = "which attempt is served, and what flaws the others have, holds by the record's own word"

SAYS: Final = {
    "incorrect": "is wrong",
    "refuted": "holds something that is refuted",
    "rests on an error": "rests on an error",
    "not proved": "holds something that is not proved",
    "not settled": "is not settled",
    "doubted": "is doubted",
    "odd": "looks odd",
    "nothing checked": "no step holds anything that could be checked",
    "alarm": "the end does not fit",
}
"""What is said of each flaw."""


def as_json(picked: Picked) -> dict[str, Any]:
    """Return the pick as JSON values, without the records of its attempts."""
    return {
        "schema": SCHEMA,
        "chosen": picked.chosen,
        "why": picked.why,
        "attempts": [
            {
                "index": index,
                "clean": attempt.is_clean,
                "steps": len(attempt.judged.steps),
                "settled": attempt.settled,
                "answer": attempt.answer.text if attempt.answer else None,
                "flaws": [{"step": flaw.step, "what": flaw.what, "reason": reason(flaw)} for flaw in attempt.flaws],
            }
            for index, attempt in enumerate(picked.attempts)
        ],
    }


def reason(flaw: Flaw) -> str:
    """Return why a flaw is one, in words; empty where its name says it all."""
    return why(flaw.claim) if flaw.claim is not None else flaw.remark


def record(picked: Picked) -> dict[str, Any]:
    """Return the record of a pick: ``as_json``, with the record of every attempt."""
    told = as_json(picked)
    rows = zip(told["attempts"], picked.attempts, strict=True)
    return {"kind": KIND, **told, "attempts": [{**row, "record": one.judged.to_dict()} for row, one in rows]}


def recheck_one(data: Any, checkers: Checkers, where: str) -> Iterator[Finding]:
    """Yield the findings of the records of a pick's attempts. Raises: LeanUnavailable."""
    attempts = data.get("attempts")
    fault = schema_fault(data, SCHEMA, KIND)
    if fault is None and (not isinstance(attempts, list) or not all(isinstance(one, dict) for one in attempts)):
        fault = 'expected "attempts" as a list of objects'
    if fault is not None:
        yield Finding(where, fault)
        return
    for number, one in enumerate(attempts):
        yield from recheck_attempt(one.get("record"), checkers, f"{where}, attempt {number}")
    yield Finding(where, remark=OWN_WORD)
