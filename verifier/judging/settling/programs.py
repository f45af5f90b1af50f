"""Claims about runs of programs, decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Protocol

from verifier.engines.runs import RunCandidate
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import CheckFailed, Reason, Unknown, Verdict, admit


class ProposesRuns(Protocol):
    """An engine of claims about runs."""

    name: ClassVar[str]

    def begin(self, program: str, call: str) -> None:
        """Begin a run that claims are going to be about."""

    def propose(self, claim: RunClaim) -> Iterator[RunCandidate | Unknown]:
        """Yield candidates, and why there are none or no more."""


def decided(claim: RunClaim, engine: ProposesRuns) -> Verdict:
    """Return the verdict of a claim about a run."""
    why = Unknown(Reason.NO_ENGINE, "no engine takes claims of this kind")
    for offer in engine.propose(claim):
        if isinstance(offer, Unknown):
            why = offer
            continue
        try:
            return admit(claim, offer.proof, offer.checker)
        except CheckFailed as failure:
            why = Unknown(failure.reason, str(failure))
    return why
