"""What an engine hands over: candidate proofs, untrusted, each with the checker that is to judge it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Protocol

from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Checker, Proof, Unknown


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proof of ``claim``, which is the claim asked about, resting on those of its premises that the proof needs."""

    claim: Claim
    proof: Proof
    checker: Checker


class Engine(Protocol):
    """``propose`` yields candidates, cheapest first, or an Unknown that says why there is none. It never raises."""

    name: ClassVar[str]

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield candidates, and why there are none or no more."""
