"""What a record holds besides its claims: the proofs and models that deciding asked for. Nothing is judged by what was
not asked for now; a proof among it has to hold all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.kernel.verdict import Checker, CheckFailed, NotRegistered, admit
from verifier.records.codec import proof_from_json
from verifier.records.stored import Row, SupportRows


def as_stored(stored: SupportRows, again: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the support that a record should hold: what was asked for now, in the place of what it holds of that."""
    return {
        "proofs": _in_place(stored.proofs, again["proofs"], "asked"),
        "models": _in_place(stored.models, again["models"], "of"),
    }


def _in_place(stored: Sequence[Row], again: Sequence[Row], key: str) -> list[Row]:
    found = {row[key]: row for row in again}
    return [found.get(str(row.get(key)), row) for row in stored]


def unused(stored: Sequence[Row], again: Mapping[str, Any], checkers: Callable[[str], Checker]) -> Iterator[str]:
    """Yield what is wrong with the proofs that were not asked for now."""
    asked = {row["asked"] for row in again["proofs"]}
    for row in stored:
        if row.get("asked") not in asked:
            try:
                claim, proof = proof_from_json(row.get("certificate"))
                structural = proof.checker == StructureChecker.name
                checker: Any = StructureChecker(checker_of) if structural else checkers(proof.checker)
                admit(cast("Any", claim), proof, checker)
            except (ValueError, CheckFailed, NotRegistered) as error:
                yield f"a proof does not hold: {error}"
