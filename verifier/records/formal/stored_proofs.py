"""The engine that proposes what a record of a formal chain holds. Untrusted like every engine: the door decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.lean.formulas.checker import LeanFormulaChecker
from verifier.engines.formulas.candidate import FormulaCandidate, ProposesFormulas
from verifier.kernel.formula_claim import FormulaClaim
from verifier.kernel.verdict import Proof, Reason, Shows, Unknown
from verifier.records.codec import claim_spelled, digest, premise_spelled


class StoredFormulaProofs:
    """Offers the stored proofs of a claim, by the digest of what was asked, or why the record says it is unknown.

    A claim that the record does not hold is put to ``own``, the engine that judges elsewhere: judging asks about more
    than statements, and a record whose texts were exchanged is told what they give now.
    """

    name: ClassVar[str] = "stored"

    def __init__(
        self,
        rows: Iterable[Mapping[str, Any]],
        own: ProposesFormulas,
        lean: Callable[[], LeanFormulaChecker] | None = None,
    ) -> None:
        """``lean`` gives the checker of proofs by Lean, where such proofs may decide a claim."""
        self._own, self._lean = own, lean
        self._rows: dict[str, list[Mapping[str, Any]]] = {}
        for row in rows:
            if isinstance(asked := row.get("asked"), str):
                self._rows.setdefault(asked, []).append(row)

    def propose(self, claim: FormulaClaim) -> Iterator[FormulaCandidate | Unknown]:
        """Yield the stored proofs of ``claim`` under premises that it has, else the reason that is stored."""
        held = self._rows.get(digest(claim_spelled(claim)))
        if held is None:
            yield from self._own.propose(claim)
            return
        certificates = [row["certificate"] for row in held if row.get("certificate") is not None]
        for certificate in certificates:
            yield self.candidate(claim, certificate)
        if not certificates:
            yield _reason(held[0])

    def candidate(self, claim: FormulaClaim, certificate: Any) -> FormulaCandidate | Unknown:
        """Return the stored proof of a claim under the premises that it names, or what is wrong with it."""
        try:
            said, proof = certificate["claim"], certificate["proof"]
            named, data = list(said["premises"]), proof["data"]
            by_lean = self._lean is not None and proof["checker"] == LeanFormulaChecker.name
            if not isinstance(data, dict) or not (by_lean or proof["checker"] == StructureChecker.name):
                raise TypeError("a proof names its checker, of structural proofs, and holds an object as data")
            candidate = Proof(proof["checker"], Shows(proof["shows"]), data)
        except (KeyError, TypeError, ValueError) as error:
            return Unknown(Reason.OUT_OF_SCOPE, f"not a certificate: {error}")
        indices = []
        for i, premise in enumerate(claim.premises):
            if (spelled := premise_spelled(premise)) in named:
                named.remove(spelled)
                indices.append(i)
        if named:
            return Unknown(Reason.NOT_ENTAILED, _other_premises(claim, said["premises"]))
        found = claim.under(indices)
        if claim_spelled(found) != said:
            return Unknown(Reason.NOT_ENTAILED, "its certificate is of another claim")
        return FormulaCandidate(found, candidate, self._lean() if by_lean and self._lean is not None else None)


def stored_reason(rows: Iterable[Mapping[str, Any]], asked: str) -> Unknown | None:
    """Return why the rows of a record say that a claim is unknown, by the digest of what was asked; None where they
    say nothing of it."""
    found = next((row for row in rows if row.get("asked") == asked and row.get("certificate") is None), None)
    return None if found is None else _reason(found)


def _other_premises(claim: FormulaClaim, stored: list[Any]) -> str:
    """Why the premises of a stored proof are not those of its claim."""
    here = [{**premise_spelled(one), "id": ""} for one in claim.premises]
    if all(
        isinstance(one, dict) and {**one, "id": ""} in here for one in stored
    ):  # where a fact is stated twice, versions have named either place
        return "its certificate names other places for its premises than this version does: judge the chain again"
    return "its certificate rests on premises that do not stand before it"


def _reason(row: Mapping[str, Any]) -> Unknown:
    """Why a claim is unknown is the engine's own word, and nothing rests on it."""
    reason, detail = row.get("reason"), row.get("detail", "")
    if reason not in list(Reason) or not isinstance(detail, str):
        return Unknown(Reason.NO_CERTIFICATE, "the record holds no proof of it")
    return Unknown(Reason(reason), detail)
