"""Proofs that Lean found: offered before the prover is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from verifier.engines.candidate import WITHHELD, Candidate, Engine
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Certificate, Checker, Contradiction, Unknown


class KnownProofs:
    """An engine that offers what is known of a claim, and else asks ``own``. Untrusted: ``admit`` decides."""

    name: ClassVar[str] = "known"

    def __init__(self, own: Engine) -> None:
        self._own = own
        self._known: dict[Claim, list[tuple[Certificate, Checker]]] = {}
        self._withheld: set[Claim] = set()

    def clear(self) -> None:
        """Forget what is known."""
        self._known.clear()
        self._withheld.clear()

    def learn(self, certificate: Certificate, checker: Checker) -> None:
        """Offer this proof from now on, for the same claim where the premises that the proof uses are held."""
        assert isinstance(certificate.claim, Claim)
        self._known.setdefault(_bare(certificate.claim), []).append((certificate, checker))

    def withhold(self, found: Contradiction) -> None:
        """Leave a claim unknown from now on: it was both proved and refuted."""
        assert isinstance(found.proved.claim, Claim)
        self._withheld.add(_bare(found.proved.claim))

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield what is known of the claim, then what the engine proposes."""
        if not (self._known or self._withheld):
            yield from self._own.propose(claim)
            return
        bare = _bare(claim)
        if bare in self._withheld:
            yield WITHHELD
            return
        for certificate, checker in self._known.get(bare, ()):
            assert isinstance(certificate.claim, Claim)
            used = [(one.id, one.formula) for one in certificate.claim.premises]
            here = [(one.id, one.formula) for one in claim.premises]
            if all(one in here for one in used):
                yield Candidate(claim.under(map(here.index, used)), certificate.proof, checker)
        yield from self._own.propose(claim)


def _bare(claim: Claim) -> Claim:
    """A claim without its premises, by which it is known."""
    letters = tuple(one for one in claim.types if one.name in claim.formula.free)
    return replace(claim, types=letters, premises=())
