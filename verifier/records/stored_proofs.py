"""The engine that proposes what a record of a formal chain holds. Untrusted like every engine: the door decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.lean.formulas.checker import LeanFormulaChecker
from verifier.engines.formulas.candidate import FormulaCandidate, ProposesFormulas
from verifier.kernel.formula_claim import FormulaClaim
from verifier.kernel.verdict import Proof, Reason, Shows, Unknown
from verifier.pipeline.known import WITHHELD
from verifier.records.codec import claim_spelled, digest, premise_spelled

Lean = Callable[[], LeanFormulaChecker]
"""Gives the checker of proofs by Lean, where such proofs may decide a claim."""


class StoredFormulaProofs:
    """Offers the stored proofs of a claim, by the digest of what was asked. All other claims are put to ``own``, the
    prover: judging asks about more than statements."""

    name: ClassVar[str] = "stored"

    def __init__(
        self,
        rows: Iterable[Mapping[str, Any]],
        own: ProposesFormulas,
        lean: Lean | None = None,
    ) -> None:
        self._own, self._lean = own, lean
        self._rows: dict[str, list[Mapping[str, Any]]] = {}
        for row in rows:
            if isinstance(asked := row.get("asked"), str):
                self._rows.setdefault(asked, []).append(row)

    def propose(self, claim: FormulaClaim) -> Iterator[FormulaCandidate | Unknown]:
        """Yield the stored proofs of ``claim`` under premises that it has; where there is none, what ``own`` proposes:
        a proof that is left out may excuse a later step. A claim that was both proved and refuted stays unknown."""
        held = self._rows.get(digest(claim_spelled(claim)), ())
        certificates = [row["certificate"] for row in held if row.get("certificate") is not None]
        for certificate in certificates:
            yield stored_candidate(claim, certificate, self._lean)
        if any(row.get("contradiction") for row in held):
            yield WITHHELD
        elif not certificates:
            yield from self._own.propose(claim)


def stored_candidate(claim: FormulaClaim, certificate: Any, lean: Lean | None = None) -> FormulaCandidate | Unknown:
    """Return the stored proof of a claim under the premises that it names, or what is wrong with it."""
    try:
        said, proof = certificate["claim"], certificate["proof"]
        named, data = list(said["premises"]), proof["data"]
        by_lean = lean is not None and proof["checker"] == LeanFormulaChecker.name
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
    return FormulaCandidate(found, candidate, lean() if by_lean and lean is not None else None)


def _other_premises(claim: FormulaClaim, stored: list[Any]) -> str:
    """Why the premises of a stored proof are not those of its claim."""
    here = [{**premise_spelled(one), "id": ""} for one in claim.premises]
    if all(
        isinstance(one, dict) and {**one, "id": ""} in here for one in stored
    ):  # where a fact is stated twice, versions have named either place
        return "its certificate names other places for its premises than this version does: judge the chain again"
    return "its certificate rests on premises that do not stand before it"
