"""The line-up: which engines take a claim, by cost, with one Lean that is shared by many chains."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from verifier.checkers.lean.process.session import SessionLost
from verifier.checkers.lean.toolchain.cache import Progress, quiet
from verifier.checkers.lean.toolchain.fetching import REQUIRED, USUAL
from verifier.checkers.lean.toolchain.toolchain import is_ready, ready
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.candidate import Candidate, Engine
from verifier.engines.lean.pool import LeanPool
from verifier.engines.lean.propose import LeanEngine
from verifier.engines.lean.served import ServedSession, session
from verifier.engines.points import FEW, PointEngine
from verifier.engines.runs import RunEngine
from verifier.engines.smt.propose import SmtEngine
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.settling.options import LeanMode
from verifier.judging.settling.programs import ProposesRuns
from verifier.judging.settling.settle import certified, exchanged, settle, settle_many
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.expr import Head
from verifier.kernel.verdict import Proved, Reason, Refuted, Unknown, Verdict

MISSING = "Lean is missing here; 'verifier lean install' fetches it, 'verifier doctor' says why it is missing"
"""What is said of a claim that Lean would be asked about: the same on every machine without it."""

MAX_LEAN = 40
"""Most claims of one chain that Lean is asked about: bounded by counting, so that records do not depend on speed."""


class LineUp:
    """The engines of a judge. Nothing is started before ``prepare`` or the first claim that needs Lean."""

    def __init__(self, lean: LeanMode, timeout: float, progress: Progress = quiet, *, certify: bool = False) -> None:
        """``timeout``: wall-clock seconds that a chain, and a request to Lean, may take. Raises: ValueError."""
        if lean not in ("auto", "off", "require"):
            raise ValueError(f"lean must be 'auto', 'off' or 'require', not {lean!r}")
        if certify and lean == "off":
            raise ValueError("certify asks Lean for every certificate, so lean cannot be 'off'")
        self.mode, self.timeout, self.progress, self.certifies = lean, timeout, progress, certify
        self.missing = ""  # why there is no Lean, once that is known
        self.place: str | None = None  # the claim of a step that is being settled, by its id
        self._asked = REQUIRED if lean == "require" else USUAL
        self.session = None if lean == "off" else session(LeanPool(find=partial(ready, progress, self._asked)))
        self._exact: tuple[Engine, ...] = (PointEngine(0, FEW), SymbolicEngine(), PointEngine(FEW), SmtEngine())
        self._lean = None if self.session is None else LeanEngine(self.session, timeout)
        self._against: Engine | None = None
        self.runs: ProposesRuns = RunEngine()
        self.asked, self._ends, self._each = 0, 0.0, False

    def prepare(self) -> None:
        """Have Lean ready: installed now where it is not, then started while cheaper engines work.

        Where it cannot be had and is not required, ``missing`` says why. Raises: LeanUnavailable when it is required.
        """
        if self.session is None:
            return
        try:
            if self.mode == "require":
                self.session.start()
                return
            if not (isinstance(self.session, ServedSession) or is_ready()):
                ready(self.progress, self._asked)
            self.session.start_in_background()
        except SessionLost as error:
            raise LeanUnavailable(f"Lean does not start: {error}") from error
        except LeanUnavailable as error:
            if self.mode == "require":
                raise
            self.missing = str(error)

    def only(self, engine: Engine, against: Engine, runs: ProposesRuns) -> None:
        """Let one engine alone take every claim, and another one show the opposite where it can; ``runs`` takes those
        about runs of programs."""
        self._exact, self._lean, self._against, self.runs = (engine,), None, against, runs

    def stand(self, place: str | None) -> None:
        """Take the id of the claim that is settled next."""
        self.place = place

    def close(self) -> None:
        """End the Lean process, and the sandboxes of programs."""
        if self.session is not None:
            self.session.close()
        if isinstance(self.runs, RunEngine):
            self.runs.close()

    def new_chain(self, each: bool = False) -> None:
        """Begin counting what one chain may ask of Lean; ``each``: ``certified`` asks of each claim."""
        self.asked, self._ends, self._each = 0, time.monotonic() + self.timeout, each and self.certifies

    def engines(self, claim: Claim, asserted: bool) -> Sequence[Engine]:
        """Return the engines for a claim. Lean takes what the others leave of asserted claims that it might show."""
        set_up = claim.letters and not claim.premises and claim.binder is Binder.FIXED and claim.relation is Head.EQ
        if self._lean is None or set_up or not asserted:
            return self._exact
        if self.missing:
            return (*self._exact, _Missing(self._lean))
        if self.asked >= MAX_LEAN or time.monotonic() > self._ends:
            return (*self._exact, _Spent())
        return (*self._exact, _Counted(self._lean, self))

    def settled(self, claim: Claim, asserted: bool) -> tuple[Verdict, str | None]:
        """Return what ``settle`` returns of a claim and the engines for it."""
        return settle(claim, self.engines(claim, asserted))

    def certified(self, verdict: Verdict, name: str | None) -> tuple[Verdict, str | None]:
        """Return the verdict, on a certificate of Lean's where that is wanted and to be had, or Contradiction where
        Lean shows the opposite; and the name of the engine that it comes from.
        """
        if not isinstance(verdict, Proved | Refuted):
            return verdict, name
        if self._against is not None:
            return certified(verdict, name, self._against)
        if not self._each or self._lean is None or self.missing or name == self._lean.name:
            return verdict, name
        return (verdict, name) if time.monotonic() > self._ends else certified(verdict, name, self._lean)

    def certified_many(
        self, decided: Sequence[tuple[Proved | Refuted, str | None]], chains: int
    ) -> list[tuple[Verdict, str | None]]:
        """Return what ``certified`` returns of each verdict of so many chains; Lean is asked about all at once."""
        if self._lean is None or self.missing:
            return list(decided)
        claims = list(dict.fromkeys(v.certificate.leaf for v, name in decided if name != self._lean.name))
        until = time.monotonic() + self.timeout * chains
        again = dict(zip(claims, settle_many(claims, self._lean, until), strict=True))
        return [
            (verdict, name) if name == self._lean.name else exchanged(verdict, name, *again[verdict.certificate.leaf])
            for verdict, name in decided
        ]


class _Spent:
    """Stands in for Lean when a chain's share of it is used up."""

    name: ClassVar[str] = "lean"

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        yield Unknown(Reason.OUT_OF_BUDGET, "the chain's share of Lean is used up")


@dataclass(frozen=True, slots=True)
class _Missing:
    """Stands in for a Lean that cannot be had, and says so of each claim that it would be asked about."""

    engine: Engine
    name: ClassVar[str] = "lean"

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        for offer in self.engine.propose(claim):
            if isinstance(offer, Candidate):
                yield Unknown(Reason.NO_ENGINE, MISSING)
                return
            yield offer


@dataclass(slots=True)
class _Counted:
    """Lean, counting the claims that reach it."""

    engine: Engine
    lineup: LineUp
    name: ClassVar[str] = "lean"

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        self.lineup.asked += 1
        yield from self.engine.propose(claim)
