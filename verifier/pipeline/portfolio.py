"""The line-up: the prover that takes every claim of a text, and one Lean for what it leaves, shared by many chains."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.lean.process.session import SessionLost
from verifier.checkers.lean.toolchain.cache import Progress, quiet
from verifier.checkers.lean.toolchain.fetching import REQUIRED, USUAL
from verifier.checkers.lean.toolchain.toolchain import is_ready, ready
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.formulas.budgets import QUICK
from verifier.engines.formulas.candidate import FormulaCandidate, ProposesFormulas
from verifier.engines.formulas.propose import FormulaEngine
from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.engines.lean.pool import LeanPool
from verifier.engines.lean.served import ServedSession, session
from verifier.engines.runs import ProposesRuns, RunEngine
from verifier.engines.settle import exchanged
from verifier.judging.deciding.decider import Decider, Reread
from verifier.judging.deciding.leaves import Leaves
from verifier.judging.deciding.translation import Decision, Decisions, JudgedFormalStep, JudgedStatement
from verifier.kernel.expr import Head, Node
from verifier.kernel.formula_claim import FormulaClaim
from verifier.kernel.verdict import Contradiction, Decided, FormulaVerdict, Proved, Reason, Refuted, Unknown, Verdict
from verifier.language.formal_chain import FormalChain, Role
from verifier.pipeline.known import KnownProofs
from verifier.pipeline.options import LeanMode

LEAN = "lean"
"""Lean, as records name it."""

SPENT = "the chain's share of Lean is used up"

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
        self._asked = REQUIRED if lean == "require" else USUAL
        self.session = None if lean == "off" else session(LeanPool(find=partial(ready, progress, self._asked)))
        self._lean = None if self.session is None else LeanFormulaEngine(self.session, timeout)
        self.runs: ProposesRuns = RunEngine()
        self._leaves = Leaves()
        self.known = KnownProofs(FormulaEngine(self._leaves, QUICK))
        self.use(self.known, self.runs)

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

    def use(self, engine: ProposesFormulas, runs: ProposesRuns) -> None:
        """Let one engine propose all proofs of formulas, and ``runs`` those about runs of programs."""
        checker = StructureChecker(checker_of)
        self.runs, self._decide = runs, Decider(engine, checker, runs, self._leaves.clear, QUICK.ending)

    def admitted(self, offer: FormulaCandidate) -> FormulaVerdict:
        """Return what ``admit`` says of an offer."""
        return self._decide.admitted(offer)

    def close(self) -> None:
        """End the Lean process, and the sandboxes of programs."""
        if self.session is not None:
            self.session.close()
        if isinstance(self.runs, RunEngine):
            self.runs.close()

    def decided(self, chain: FormalChain, reread: Reread, withheld: Sequence[Contradiction] = ()) -> Decisions:
        """Return what becomes of every statement of a chain; Lean takes what is left of asserted claims. Claims that
        are ``withheld`` are not decided.

        Where Lean decides something, the chain is decided once more, since what follows may rest on it.
        """
        self.known.clear()
        for both in withheld:
            self.known.withhold(both)
        found = self._decide(chain, reread)
        ends = time.monotonic() + self.timeout
        if self._lean is None:
            return found
        asked = list(dict.fromkeys(open_claims(found)))
        if not asked or self.missing:
            return replaced(found, dict.fromkeys(asked, Unknown(Reason.NO_ENGINE, MISSING)))
        told = dict(zip(asked[:MAX_LEAN], self._lean.settled(asked[:MAX_LEAN], ends), strict=True))
        told |= dict.fromkeys(asked[MAX_LEAN:], Unknown(Reason.OUT_OF_BUDGET, SPENT))
        decided = [one for one in told.values() if isinstance(one, Decided)]
        for one in decided:
            self.known.learn(one.certificate, self._lean.checker)
        found = self._decide(chain, reread) if decided else found
        return replaced(found, {claim: one for claim, one in told.items() if isinstance(one, Unknown)})

    def certified_many(
        self, decided: Sequence[tuple[Proved | Refuted, str | None]], chains: int
    ) -> list[tuple[Verdict, str | None]]:
        """Return the verdicts of so many chains, on Lean's certificates where it gives them, or Contradiction where it
        shows the opposite; and the names of the engines that they come from. Lean is asked about all at once."""
        if self._lean is None or self.missing:
            return list(decided)
        asked = [verdict.certificate for verdict, name in decided if name != LEAN]
        again = iter(self._lean.certified(asked, time.monotonic() + self.timeout * chains, alarm=True))
        return [one if one[1] == LEAN else exchanged(*one, next(again), LEAN) for one in decided]


def open_claims(found: Decisions) -> Iterator[FormulaClaim]:
    """Yield the asserted claims of a chain that are open for want of a proof, and not for what stands against one. That
    letters of which nothing is known have some value follows from nothing."""
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


def replaced(found: Decisions, why: Mapping[FormulaClaim, Unknown]) -> Decisions:
    """Return decisions with other reasons why claims are open."""
    return found if not why else replace(found, steps=tuple(_step(one, why) for one in found.steps))


def _step(step: JudgedFormalStep, why: Mapping[FormulaClaim, Unknown]) -> JudgedFormalStep:
    return replace(step, statements=tuple(_statement(one, why) for one in step.statements))


def _statement(judged: JudgedStatement, why: Mapping[FormulaClaim, Unknown]) -> JudgedStatement:
    return replace(judged, decisions=tuple(_decision(one, why) for one in judged.decisions))


def _decision(one: Decision, why: Mapping[FormulaClaim, Unknown]) -> Decision:
    if one.claim is None or not isinstance(one.verdict, Unknown) or one.verdict.reason not in WANTS_PROOF:
        return one
    return replace(one, verdict=why.get(one.claim, one.verdict))
