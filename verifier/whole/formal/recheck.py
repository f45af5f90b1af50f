"""Records of chains as theorems by their translations, checked again: the chain is judged from its stored proofs and
put into its theorems once more, and the stored proofs of these go through the door again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from verifier.judging.agreeing.judge import FormalJudge
from verifier.kernel.verdict import Checker
from verifier.records.recheck import Finding, different, judged_again
from verifier.records.recheck import recheck_one as recheck_judged
from verifier.records.record import schema_fault
from verifier.records.stored_proofs import StoredFormulaProofs
from verifier.whole.formal.prove import formal_whole
from verifier.whole.formal.record import KIND, SCHEMA, record


def recheck_one(data: Any, checkers: Callable[[str], Checker], where: str) -> Iterator[Finding]:
    """Yield the findings of one record, which stands at ``where``. Raises: LeanUnavailable."""
    if (fault := schema_fault(data, SCHEMA, KIND)) is not None:
        yield Finding(where, fault)
        return
    rows = data.get("theorems")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        yield Finding(where, 'expected "theorems" as a list of objects')
        return
    yield from recheck_judged(data.get("judged"), checkers, where)
    try:
        judged = judged_again(data.get("judged"), checkers)
    except ValueError:
        return  # which was told above
    again = formal_whole(judged, FormalJudge(lambda own: StoredFormulaProofs(rows, own)))
    for one, row in zip(again.theorems, rows, strict=False):
        at = f"{where}, the theorem of translation {one.translation}"
        if one.certificate is not None and row.get("certificate") is not None:
            yield Finding(at, certificate=one.certificate)
        elif row.get("certificate") is not None:
            yield Finding(at, "its certificate does not hold")
    expected = record(again)
    rest = {**data, "judged": expected["judged"]}  # which was held against its texts and proofs above
    yield from (Finding(where, wrong) for wrong in different(rest, expected))
