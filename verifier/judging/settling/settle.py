"""Settling a claim: engines propose, by cost; the door admits; what none can show stays Unknown with the most
telling reason."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from verifier.engines.candidate import Candidate, Engine
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import (
    Certificate,
    CheckFailed,
    Contradiction,
    Decided,
    Proof,
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
                unknowns.append(verdict)
        except (ArithmeticError, ValueError) as error:
            unknowns.append(Unknown(Reason.ENGINE_LOST, f"{engine.name} failed: {error}"))
    return _most_telling(unknowns), None


class BulkEngine(Engine, Protocol):
    """An engine whose proofs can be checked many at once; the door then finds them checked."""

    def check_many(self, pairs: Sequence[tuple[Claim, Proof]]) -> list[Certificate | CheckFailed]:
        """Return the certificate of each pair, or why there is none."""


def settle_many(
    claims: Sequence[Claim], engine: BulkEngine, until: float = math.inf
) -> list[tuple[Verdict, str | None]]:
    """Return what ``settle`` returns of each claim and this engine alone, asked in rounds: everyone's first proof, the
    second of those that it did not settle, and so on. After ``until`` (monotonic seconds) no round is begun.
    """
    trials = [_Trial(claim, engine.propose(claim)) for claim in claims]
    while time.monotonic() < until:
        offered = [(trial, offer) for trial in trials if (offer := trial.offer()) is not None]
        if not offered:
            break
        found = engine.check_many([(offer.claim, offer.proof) for _, offer in offered])
        for (trial, offer), checked in zip(offered, found, strict=True):
            trial.take(offer, checked)
    return [(trial.verdict, engine.name if isinstance(trial.verdict, Decided) else None) for trial in trials]


class _Trial:
    """A claim, the offers that are left to try, and what has come of it so far."""

    def __init__(self, claim: Claim, offers: Iterator[Candidate | Unknown]) -> None:
        self._claim, self._offers = claim, offers
        self._unknowns: list[Unknown] = []
        self._decided: Proved | Refuted | None = None

    @property
    def verdict(self) -> Proved | Refuted | Unknown:
        return self._decided or _most_telling(self._unknowns)

    def offer(self) -> Candidate | None:
        """Return the next proof to check, or None when it is settled or nothing is left."""
        while self._decided is None and (offer := next(self._offers, None)) is not None:
            if isinstance(offer, Candidate):
                return offer
            self._unknowns.append(offer)
        return None

    def take(self, offer: Candidate, checked: Certificate | CheckFailed) -> None:
        """Take in what the checker said; the door is asked only where it said yes."""
        if isinstance(checked, CheckFailed):
            self._unknowns.append(Unknown(checked.reason, str(checked)))
            return
        verdict = _try(self._claim, offer)
        if isinstance(verdict, Unknown):
            self._unknowns.append(verdict)
        else:
            self._decided = verdict


def certified(verdict: Proved | Refuted, name: str | None, engine: Engine) -> tuple[Verdict, str | None]:
    """Return what comes of putting a decided claim to ``engine`` too."""
    # On the premises that were needed, and no others.
    return exchanged(verdict, name, *settle(verdict.certificate.leaf, [engine]))


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


def _try(claim: Claim, offer: Candidate) -> Proved | Refuted | Unknown:
    if offer.claim is not claim and (
        offer.claim.under(()) != claim.under(()) or not set(claim.premises).issuperset(offer.claim.premises)
    ):
        return Unknown(Reason.ENGINE_LOST, "an engine answered another claim than the one it was asked")
    try:
        return admit(offer.claim, offer.proof, offer.checker)
    except CheckFailed as failure:
        return Unknown(failure.reason, str(failure))


def _most_telling(unknowns: list[Unknown]) -> Unknown:
    if not unknowns:
        return Unknown(Reason.NO_ENGINE, "no engine takes claims of this kind")
    return min(unknowns, key=lambda unknown: _TELLING.index(unknown.reason))
