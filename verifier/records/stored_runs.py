"""Stored proofs of claims about runs, proposed again: the checker runs the program once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from verifier.checkers.runs.pythons import python
from verifier.engines.run_candidate import ProposesRuns, RunCandidate
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import NotRegistered, Reason, Unknown
from verifier.records.codec import proof_from_json


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
        if not found and self._own is not None:
            yield from self._own.propose(claim)
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
