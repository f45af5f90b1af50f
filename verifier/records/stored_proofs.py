"""What a record holds, offered: stored proofs and models, each of which a checker has to take. Untrusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, cast

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.runs.pythons import python
from verifier.engines.candidate import GIVEN_UP, WITHHELD, Candidate, Engine
from verifier.engines.run_candidate import ProposesRuns, RunCandidate
from verifier.judging.deciding.support import FindsModels, Model
from verifier.kernel.claim import Claim
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import (
    OF_FORMULAS,
    Checker,
    CheckFailed,
    NotRegistered,
    Proof,
    Reason,
    Shows,
    Unknown,
    admit,
)
from verifier.records.codec import claim_spelled, digest, premise_spelled, proof_from_json
from verifier.records.stored import Row, SupportRows

LEAN: Final = "lean"
"""The checker of proofs by Lean."""

Lean = Callable[[], Checker]
"""Gives the checker of proofs by Lean, where such proofs may decide a claim."""


class StoredFormulaProofs:
    """Offers the stored proofs of a claim, by the digest of what was asked. All other claims are put to ``own``, the
    prover, where there is one."""

    name: ClassVar[str] = "stored"

    def __init__(
        self,
        rows: Iterable[Mapping[str, Any]],
        own: Engine | None,
        lean: Lean | None = None,
    ) -> None:
        self._own, self._lean = own, lean
        self._rows: dict[str, list[Mapping[str, Any]]] = {}
        for row in rows:
            if isinstance(asked := row.get("asked"), str):
                self._rows.setdefault(asked, []).append(row)

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield the stored proofs of ``claim`` under premises that it has; where there is none, what ``own`` proposes:
        a proof that is left out may excuse a later step. A claim that was both proved and refuted stays unknown."""
        held = self._rows.get(digest(claim_spelled(claim)), ())
        certificates = [row["certificate"] for row in held if row.get("certificate") is not None]
        for certificate in certificates:
            yield stored_candidate(claim, certificate, self._lean)
        if any(row.get("contradiction") for row in held):
            yield WITHHELD
        elif not certificates and self._own is not None:
            yield from self._own.propose(claim)


class StoredModels:
    """Gives the stored models of premises, each checked again, then what ``own`` finds, where there is one."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], own: FindsModels | None = None) -> None:
        self._rows = {row.get("of"): {key: value for key, value in row.items() if key != "of"} for row in rows}
        self._own = own

    def __call__(self, claim: Claim, steps: int | None = None) -> Model | None:
        """Return a model of the premises of a claim, None where there is none."""
        stored = self._rows.get(digest(claim_spelled(claim)))
        if stored is not None:
            try:
                StructureChecker(checker_of).model(claim, stored)
                return stored
            except GIVEN_UP:
                pass
        return None if self._own is None else self._own(claim, steps)


def stored_candidate(claim: Claim, certificate: Any, lean: Lean | None = None) -> Candidate | Unknown:
    """Return the stored proof of a claim under the premises that it names, or what is wrong with it."""
    try:
        said, proof = certificate["claim"], certificate["proof"]
        named, data = list(said["premises"]), proof["data"]
        by_lean = lean is not None and proof["checker"] == LEAN
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
    return Candidate(found, candidate, lean() if by_lean and lean is not None else None)


def _other_premises(claim: Claim, stored: list[Any]) -> str:
    """Why the premises of a stored proof are not those of its claim."""
    here = [{**premise_spelled(one), "id": ""} for one in claim.premises]
    if all(
        isinstance(one, dict) and {**one, "id": ""} in here for one in stored
    ):  # where a fact is stated twice, versions have named either place
        return "its certificate names other places for its premises than this version does: judge the chain again"
    return "its certificate rests on premises that do not stand before it"


NOT_STORED: Final = Unknown(Reason.NO_CERTIFICATE, "the record holds no proof of it")


class StoredRuns:
    """Offers the stored proofs of claims about runs. All other claims are put to ``own``, which runs the
    program, where there is one."""

    name: ClassVar[str] = "stored"

    def __init__(
        self, certificates: Iterable[Any], checkers: Callable[[str], Any], own: ProposesRuns | None = None
    ) -> None:
        """Raises: ValueError on what is not a certificate."""
        self._checkers, self._own = checkers, own
        found = map(proof_from_json, certificates)
        self._proofs = [(claim, proof) for claim, proof in found if isinstance(claim, RunClaim)]

    def begin(self, program: str, call: str) -> None:
        """Begin a run, as ``own`` does."""
        if self._own is not None:
            self._own.begin(program, call)

    def propose(self, claim: RunClaim) -> Iterator[RunCandidate | Unknown]:
        """Yield the stored proofs of the claim, else what ``own`` proposes."""
        found = [proof for stored, proof in self._proofs if stored == claim]
        if not found:
            yield from [NOT_STORED] if self._own is None else self._own.propose(claim)
        for proof in found:
            try:
                yield RunCandidate(claim, proof, self._checkers(proof.checker))
            except NotRegistered as error:
                yield Unknown(Reason.OUT_OF_SCOPE, str(error))


def other_version(certificates: Iterable[Any]) -> str | None:
    """Return the version of Python by which the programs of a record were run, where it is another than this one's;
    None where it is not, or where there are none. Raises: ValueError."""
    proofs = [proof for one in certificates for claim, proof in (proof_from_json(one),) if isinstance(claim, RunClaim)]
    told = {str(proof.data.get("python")) for proof in proofs}
    return next((f"{one:.20}" for one in sorted(told) if one != python()), None)


def not_rechecked(other: str) -> str:
    """Return why a record of another version of Python cannot be rechecked here, and what to do."""
    return f"its programs were run by Python {other:.20}, and this is {python()}: recheck it with Python {other:.20}"


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
                if proof.checker not in OF_FORMULAS:
                    raise CheckFailed("a formula is shown by checkers of formulas", Reason.OUT_OF_SCOPE)
                admit(cast("Any", claim), proof, cast("Any", checkers(proof.checker)))
            except (ValueError, CheckFailed, NotRegistered) as error:
                yield f"a proof does not hold: {error}"
