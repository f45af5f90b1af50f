"""Finite search, proposed: claims about whole numbers that premises hold between bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from verifier.checkers.finite import FiniteChecker, everywhere
from verifier.engines.candidate import Candidate
from verifier.kernel.claim import FIRM, Claim, Domain
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows, Unknown


class FiniteEngine:
    """Proposes a search of all points, for claims about whole numbers between bounds."""

    name: ClassVar[str] = "finite"

    def __init__(self) -> None:
        self._checker = FiniteChecker()

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield at most one candidate, or an Unknown that says why there is none; nothing elsewhere."""
        if claim.domain not in (Domain.INTEGER, Domain.NATURAL) or not claim.premises:
            return
        firm = [i for i, p in enumerate(claim.premises) if p.standing in FIRM]
        for asked in dict.fromkeys((claim.under(firm), claim)):
            try:
                shows, _ = everywhere(asked)
            except CheckFailed as error:
                why = Unknown(error.reason, str(error))
                continue
            if shows is Shows.FALSE and len(firm) < len(asked.premises):
                why = Unknown(Reason.CONFLICTS_WITH_STATED, "it contradicts what was stated before")
                continue
            yield Candidate(asked, Proof(self._checker.name, shows, {}), self._checker)
            return
        yield why
