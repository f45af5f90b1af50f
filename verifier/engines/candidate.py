"""What an engine hands over: candidate proofs, untrusted, each with the checker that is to judge it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Checker, CheckFailed, Proof, Reason, Unknown

GIVEN_UP: Final = (CheckFailed, NotEvaluated, RecursionError, ValueError, ArithmeticError)
"""What ends a search without a result: bounds, a fault, and what checkers raise in parts that a search uses too."""

NO_PROOF: Final = Unknown(Reason.NO_CERTIFICATE, "no proof of a formula of this shape was found")
"""Why a claim is unknown where nothing more is known."""

WITHHELD: Final = Unknown(Reason.ENGINE_LOST, "it was both proved and refuted, so neither counts")
"""What is said of a claim that was decided both ways."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proof of ``claim``, which is the claim asked about, resting on those of its premises that the proof needs.

    ``checker``: who checks it; None for the checker of structural proofs.
    """

    claim: Claim
    proof: Proof
    checker: Checker | None = None


class Engine(Protocol):
    """``propose`` yields candidates, cheapest first, or an Unknown that says why there is none. It never raises."""

    name: ClassVar[str]

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield candidates, and why there are none or no more."""
