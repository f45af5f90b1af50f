"""The line-up: the prover that takes every claim of a text, and one Lean for what it leaves, shared by many chains."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from verifier.checkers.lean.process.session import SessionLost
from verifier.checkers.lean.toolchain.cache import Progress, quiet
from verifier.checkers.lean.toolchain.fetching import REQUIRED, USUAL
from verifier.checkers.lean.toolchain.toolchain import is_ready, ready
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.candidate import WITHHELD, Candidate, Engine
from verifier.engines.formulas.budgets import QUICK
from verifier.engines.lean.formulas import LeanFormulaEngine, may_ask
from verifier.engines.lean.pool import LeanPool
from verifier.engines.lean.served import ServedSession, session
from verifier.engines.run_candidate import ProposesRuns
from verifier.engines.runs import RunEngine
from verifier.engines.settle import exchanged, most_telling
from verifier.judging.decide import decider
from verifier.judging.deciding.decider import Decider, Reread
from verifier.judging.deciding.support import FindsModels
from verifier.judging.deciding.translation import Decision, Decisions, JudgedFormalStep, JudgedStatement
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head, Node
from verifier.kernel.verdict import (
    Certificate,
    Checker,
    Contradiction,
    Decided,
    Proved,
    Reason,
    Refuted,
    Unknown,
    Verdict,
)
from verifier.language.formal_chain import FormalChain, Role
from verifier.pipeline.options import LeanMode


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


LEAN = "lean"
"""Lean, as records name it."""

SPENT = Unknown(Reason.OUT_OF_BUDGET, "the chain's share of Lean is used up")

MISSING = "Lean is missing here; 'verifier lean install' fetches it, 'verifier doctor' says why it is missing"
"""What is said of a claim that Lean would be asked about: the same on every machine without it."""

LACKING = Unknown(Reason.NO_ENGINE, MISSING)

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
        self._asked = REQUIRED if lean == "require" else USUAL
        self.session = None if lean == "off" else session(LeanPool(find=partial(ready, progress, self._asked)))
        self._engine = None if self.session is None else LeanFormulaEngine(self.session, timeout)
        self._programs = RunEngine()
        self.runs: ProposesRuns = self._programs
        self._decide = decider(QUICK, self._known_first, self.runs)

    def _known_first(self, own: Engine) -> Engine:
        self._known = KnownProofs(own)
        return self._known

    @property
    def lean(self) -> LeanFormulaEngine | None:
        """What puts formulas to Lean; None where there is none."""
        return None if self.missing else self._engine

    def until(self, chains: int) -> float:
        """Return when the time of so many chains is over, as ``time.monotonic`` counts."""
        return time.monotonic() + self.timeout * chains

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

    def use(self, engine: Callable[[Engine], Engine], runs: ProposesRuns, models: FindsModels) -> Decider:
        """Let what ``engine`` makes of the prover propose all proofs of formulas, ``runs`` those about runs of
        programs, and ``models`` find models. Return what decides chains so."""
        self.runs, self._decide = runs, decider(QUICK, engine, runs, models)
        return self._decide

    def close(self) -> None:
        """End the Lean process, and the sandboxes of programs."""
        if self.session is not None:
            self.session.close()
        self._programs.close()

    def decided(self, chain: FormalChain, reread: Reread, withheld: Sequence[Contradiction] = ()) -> Decisions:
        """Return the decisions about every statement of a chain. Lean is asked about asserted claims that are open;
        ``withheld`` claims are not decided.

        Where Lean decides a claim, the chain is decided once more: later claims may rest on it.
        """
        self._known.clear()
        for both in withheld:
            self._known.withhold(both)
        found = self._noted(chain, reread)
        ends = self.until(1)
        if self._engine is None:
            return found
        claims = list(dict.fromkeys(open_claims(found)))
        if self.missing:
            return with_reasons(found, {one: LACKING for one in claims if may_ask(one)})
        verdicts = dict(zip(claims[:MAX_LEAN], self._engine.settled(claims[:MAX_LEAN], ends), strict=True))
        verdicts |= dict.fromkeys(claims[MAX_LEAN:], SPENT)
        decided = [one for one in verdicts.values() if isinstance(one, Decided)]
        for one in decided:
            self._known.learn(one.certificate, self._engine.checker)
        found = self._noted(chain, reread) if decided else found
        return with_reasons(found, {claim: one for claim, one in verdicts.items() if isinstance(one, Unknown)})

    def _noted(self, chain: FormalChain, reread: Reread) -> Decisions:
        with self._decide.noting() as support:
            return replace(self._decide(chain, reread), support=support)

    def certified_many(
        self, decided: Sequence[tuple[Proved | Refuted, str | None]], chains: int
    ) -> list[tuple[Verdict, str | None]]:
        """Return the verdicts of so many chains, on Lean's certificates where it gives them, or Contradiction where it
        shows the opposite; and the names of the engines that they come from. Lean is asked about all at once."""
        if self.lean is None:
            return list(decided)
        asked = [verdict.certificate for verdict, name in decided if name != LEAN]
        again = iter(self.lean.certified(asked, self.until(chains), alarm=True))
        return [one if one[1] == LEAN else exchanged(*one, next(again), LEAN) for one in decided]


def open_claims(found: Decisions) -> Iterator[Claim]:
    """Yield the asserted claims of a chain that are open because no proof was found, and not because of a guard. An
    equation about letters without any premise follows from nothing and is left out."""
    for step in found.steps:
        for one in step.statements:
            for decision in one.decisions if one.statement.role in (Role.CLAIM, Role.ANSWER) else ():
                claim, verdict = decision.claim, decision.verdict
                if claim is None or not isinstance(verdict, Unknown) or verdict.reason not in WANTS_PROOF:
                    continue
                formula = claim.formula
                set_up = isinstance(formula, Node) and formula.head is Head.EQ and formula.free and not claim.premises
                if not set_up:
                    yield claim


WANTS_PROOF = frozenset(
    {Reason.NOT_ENTAILED, Reason.NO_CERTIFICATE, Reason.OUT_OF_SCOPE, Reason.OUT_OF_BUDGET, Reason.ENGINE_LOST}
    | {Reason.SIDE_CONDITION, Reason.NO_MODEL_FOUND}
)
"""Why a claim is open of which Lean may know more."""


def with_reasons(found: Decisions, why: Mapping[Claim, Unknown]) -> Decisions:
    """Return decisions in which an open claim has the more telling reason of its own and that of Lean."""
    return found if not why else replace(found, steps=tuple(_step(one, why) for one in found.steps))


def _step(step: JudgedFormalStep, why: Mapping[Claim, Unknown]) -> JudgedFormalStep:
    return replace(step, statements=tuple(_statement(one, why) for one in step.statements))


def _statement(judged: JudgedStatement, why: Mapping[Claim, Unknown]) -> JudgedStatement:
    return replace(judged, decisions=tuple(_decision(one, why) for one in judged.decisions))


def _decision(one: Decision, why: Mapping[Claim, Unknown]) -> Decision:
    if one.claim is None or not isinstance(one.verdict, Unknown) or one.verdict.reason not in WANTS_PROOF:
        return one
    return replace(one, verdict=most_telling([one.verdict, why.get(one.claim, one.verdict)], one.verdict))
