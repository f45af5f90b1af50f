"""Stored proofs of claims about runs, proposed again: the checker runs the program once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from verifier.checkers.runs.checker import python
from verifier.engines.runs import RunCandidate
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import NotRegistered, Reason, Unknown
from verifier.records.codec import proof_from_json

Placed = tuple[str | None, Any]
"""A certificate as a record holds it, and the claim that it stands with."""


class StoredRuns:
    """The engine that proposes what a record holds of runs of programs. Untrusted: the door decides."""

    name: ClassVar[str] = "stored"

    def __init__(
        self,
        certificates: Iterable[Placed],
        checkers: Callable[[str], Any],
        place: Callable[[], str | None] = lambda: None,
        why: Callable[[RunClaim], Unknown | None] = lambda claim: None,
    ) -> None:
        """``place`` tells where the claim stands that is asked about; None where that is not told. ``why`` tells the
        reason that is stored for an open claim: the engine's own word, and nothing rests on it.

        Raises: ValueError on what is not a certificate.
        """
        self._checkers, self._place, self._why = checkers, place, why
        found = [(at, *proof_from_json(certificate)) for at, certificate in certificates]
        self._proofs = [(at, claim, proof) for at, claim, proof in found if isinstance(claim, RunClaim)]

    def begin(self, program: str, call: str) -> None:
        """Do nothing: what a record holds is there."""

    def propose(self, claim: RunClaim) -> Iterator[RunCandidate | Unknown]:
        """Yield the stored proof of the claim that stands there."""
        here = self._place()
        found = [proof for at, stored, proof in self._proofs if stored == claim and at == here]
        if not found:
            yield self._why(claim) or Unknown(Reason.OUT_OF_SCOPE, "the record holds no proof of what is read there")
        for proof in found:
            try:
                yield RunCandidate(claim, proof, self._checkers(proof.checker))
            except NotRegistered as error:
                yield Unknown(Reason.OUT_OF_SCOPE, str(error))


def other_version(certificates: Iterable[Placed]) -> str | None:
    """Return the version of Python by which the programs of a record were run, where it is another than this one's;
    None where it is not, or where there are none. Raises: ValueError."""
    proofs = [
        proof for _, one in certificates for claim, proof in (proof_from_json(one),) if isinstance(claim, RunClaim)
    ]
    told = {str(proof.data.get("python")) for proof in proofs}
    return next((f"{one:.20}" for one in sorted(told) if one != python()), None)


def not_rechecked(other: str) -> str:
    """Return why a record of another version of Python is not rechecked."""
    return f"not rechecked: its programs were run by Python {other}, and this is {python()}"
