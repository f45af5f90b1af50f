"""What is handed over for a claim about a run: a proof and who checks it, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Unknown, Verdict, admit

if TYPE_CHECKING:
    from verifier.checkers.runs.checker import ProgramChecker


@dataclass(frozen=True, slots=True)
class RunCandidate:
    """A proof of ``claim``, and the checker that is to judge it."""

    claim: RunClaim
    proof: Proof
    checker: ProgramChecker


class ProposesRuns(Protocol):
    """An engine of claims about runs."""

    name: ClassVar[str]

    def begin(self, program: str, call: str) -> None:
        """Begin a run that claims are going to be about."""

    def propose(self, claim: RunClaim) -> Iterator[RunCandidate | Unknown]:
        """Yield candidates, and why there are none or no more."""


def decide_run(claim: RunClaim, engine: ProposesRuns) -> Verdict:
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
