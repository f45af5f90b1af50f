"""Settling a claim: engines propose, by cost; the door admits; what none can show stays Unknown with the most
telling reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


def cross_examine(claim: Claim, engines: Sequence[Engine]) -> tuple[Verdict, str | None]:
    """Return the verdict after asking every engine, not only the first that decides; Contradiction when two disagree.

    Fails: never.
    """
    found: dict[type, tuple[Proved | Refuted, str]] = {}
    unknowns: list[Unknown] = []
    for engine in engines:
        verdict, name = settle(claim, [engine])
        if isinstance(verdict, Proved | Refuted) and name is not None:
            found.setdefault(type(verdict), (verdict, name))
        elif isinstance(verdict, Unknown):
            unknowns.append(verdict)
    if len(found) == 2:
        return Contradiction(found[Proved][0].certificate, found[Refuted][0].certificate), None
    for verdict, name in found.values():
        return verdict, name
    return _most_telling(unknowns), None


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
