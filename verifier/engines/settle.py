"""Settling a claim: engines propose, by cost; the door admits; what none can show stays Unknown with the most
telling reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from verifier.engines.candidate import Candidate, Engine
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import (
    CheckFailed,
    Contradiction,
    Independent,
    Proved,
    Reason,
    Refuted,
    Unknown,
    Verdict,
    admit,
)

_TELLING = (
    Reason.CONFLICTS_WITH_STATED,
    Reason.INCONSISTENT_CONTEXT,
    Reason.NO_MODEL_FOUND,
    Reason.ROUNDED,
    Reason.SIDE_CONDITION,
    Reason.AMBIGUOUS,
    Reason.ALTERNATIVE,
    Reason.OUT_OF_BUDGET,
    Reason.ENGINE_LOST,
    Reason.NO_ENGINE,
    Reason.NOT_ENTAILED,
    Reason.OUT_OF_SCOPE,
    Reason.NO_CERTIFICATE,
    Reason.TYPE_ONLY,
    Reason.CONTRADICTORY_SUPPOSITION,
    Reason.GUARDED,
    Reason.INTERPRETERS_DIFFER,
    Reason.PROGRAM_REFUSED,
    Reason.NO_SANDBOX,
)

NO_ENGINE: Final = Unknown(Reason.NO_ENGINE, "no engine takes claims of this kind")


def settle(claim: Claim, engines: Iterable[Engine]) -> tuple[Verdict, str | None]:
    """Return the verdict of a claim and the name of the engine that found it.

    What engines lose is Unknown.
    """
    unknowns: list[Unknown] = []
    for engine in engines:
        try:
            for offer in engine.propose(claim):
                verdict = _try(claim, offer) if isinstance(offer, Candidate) else offer
                if isinstance(verdict, Proved | Refuted):
                    return verdict, engine.name
                unknowns += [verdict] if isinstance(verdict, Unknown) else []
        except (ArithmeticError, ValueError) as error:
            unknowns.append(Unknown(Reason.ENGINE_LOST, f"{engine.name} failed: {error}"))
    return most_telling(unknowns, NO_ENGINE), None


def exchanged(
    verdict: Proved | Refuted, name: str | None, again: Verdict, by: str | None
) -> tuple[Verdict, str | None]:
    """Return the second verdict where it agrees, rests on the same and assumes no more; Contradiction where it shows
    the opposite; else the first.

    Because the two rest on the same, nothing else in a chain changes with the exchange.
    """
    first = verdict.certificate
    if not isinstance(again, Proved | Refuted):
        return verdict, name
    if type(again) is not type(verdict):
        proved, refuted = (verdict, again) if isinstance(verdict, Proved) else (again, verdict)
        return Contradiction(proved.certificate, refuted.certificate), None
    second = again.certificate
    assumes_more = second.side_conditions and not first.side_conditions
    rounded = [bool(c.notes.get("as_rounded")) for c in (first, second)]
    same = first.claim == second.claim and rounded[0] == rounded[1]
    return (again, by) if same and not assumes_more else (verdict, name)


def _try(claim: Claim, offer: Candidate) -> Proved | Refuted | Independent | Unknown:
    if offer.claim is not claim and (
        offer.claim.under(()) != claim.under(()) or not set(claim.premises).issuperset(offer.claim.premises)
    ):
        return Unknown(Reason.ENGINE_LOST, "an engine answered another claim than the one it was asked")
    if offer.checker is None:
        return Unknown(Reason.ENGINE_LOST, "an engine named no checker for its proof")
    try:
        return admit(offer.claim, offer.proof, offer.checker)
    except CheckFailed as failure:
        return Unknown(failure.reason, str(failure))


def most_telling(unknowns: Sequence[Unknown], otherwise: Unknown) -> Unknown:
    """Return the first of the reasons that say most to a user; ``otherwise`` where there is none."""
    return min(unknowns, key=lambda unknown: _TELLING.index(unknown.reason), default=otherwise)
