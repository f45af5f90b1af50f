"""Settling a claim: engines propose, by cost; the door admits; what none can show stays Unknown with the most
telling reason."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.engines.candidate import Candidate, Engine
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import CheckFailed, Contradiction, Proved, Reason, Refuted, Unknown, Verdict, admit

_TELLING = (
    Reason.CONFLICTS_WITH_STATED,
    Reason.INCONSISTENT_CONTEXT,
    Reason.ROUNDED,
    Reason.SIDE_CONDITION,
    Reason.AMBIGUOUS,
    Reason.OUT_OF_BUDGET,
    Reason.ENGINE_LOST,
    Reason.NOT_ENTAILED,
    Reason.OUT_OF_SCOPE,
    Reason.NO_ENGINE,
)


def settle(claim: Claim, engines: Iterable[Engine]) -> tuple[Verdict, str | None]:
    """Return the verdict of a claim and the name of the engine that found it.

    Fails: never (what engines lose is Unknown).
    """
    unknowns: list[Unknown] = []
    for engine in engines:
        for offer in engine.propose(claim):
            verdict = _try(claim, offer) if isinstance(offer, Candidate) else offer
            if isinstance(verdict, Proved | Refuted):
                return verdict, engine.name
            unknowns.append(verdict)
    return _most_telling(unknowns), None


def certified(verdict: Proved | Refuted, name: str | None, engine: Engine) -> tuple[Verdict, str | None]:
    """Return what comes of putting a decided claim to ``engine`` too: its own verdict where it agrees and assumes no
    more, Contradiction where it shows the opposite, else the verdict as it was.

    Fails: never.
    """
    certificate = verdict.certificate
    again, by = settle(certificate.claim, [engine])  # on the premises that were needed, and no others
    if not isinstance(again, Proved | Refuted):
        return verdict, name
    if type(again) is not type(verdict):
        proved, refuted = (verdict, again) if isinstance(verdict, Proved) else (again, verdict)
        return Contradiction(proved.certificate, refuted.certificate), None
    assumes_more = again.certificate.side_conditions and not certificate.side_conditions
    rounded = [bool(c.notes.get("as_rounded")) for c in (certificate, again.certificate)]
    return (verdict, name) if assumes_more or rounded[0] != rounded[1] else (again, by)


def _try(claim: Claim, offer: Candidate) -> Proved | Refuted | Unknown:
    asked = set(claim.premises)
    if offer.claim.under(()) != claim.under(()) or not asked.issuperset(offer.claim.premises):
        return Unknown(Reason.ENGINE_LOST, "an engine answered another claim than the one it was asked")
    try:
        return admit(offer.claim, offer.proof, offer.checker)
    except CheckFailed as failure:
        return Unknown(failure.reason, str(failure))


def _most_telling(unknowns: list[Unknown]) -> Unknown:
    if not unknowns:
        return Unknown(Reason.NO_ENGINE, "no engine takes claims of this kind")
    return min(unknowns, key=lambda unknown: _TELLING.index(unknown.reason))
