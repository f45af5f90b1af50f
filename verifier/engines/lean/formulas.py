"""The engine that puts decided formulas to Lean: what is decided, in the same direction, from the same premises."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.formulas.checker import LeanFormulaChecker, modelled, rendered
from verifier.checkers.lean.formulas.parts import parted
from verifier.checkers.lean.formulas.proofs import named
from verifier.checkers.lean.process.prover import Prover
from verifier.checkers.points import read_point
from verifier.engines.formulas.models.models import SMALL, model_for
from verifier.engines.lean.shaping import shaped
from verifier.kernel.expr import Head, Node
from verifier.kernel.formula_claim import FormulaClaim
from verifier.kernel.verdict import (
    Certificate,
    CheckFailed,
    Decided,
    Independent,
    Proof,
    Proved,
    Reason,
    Refuted,
    Shows,
    Unknown,
    admit,
)

Told = Proved | Refuted | Unknown
"""What Lean makes of a decided formula: the verdict on its own certificate, or why there is none."""


class LeanFormulaEngine:
    """Puts decided formulas to Lean, many at once. The door decides what its certificates are worth."""

    name: ClassVar[str] = "lean_formula"

    def __init__(self, session: Prover, deadline: float = 60.0) -> None:
        """``deadline`` is in seconds, for one request. Starts nothing."""
        self._checker = LeanFormulaChecker(session, deadline)

    def certified(self, decided: Sequence[Certificate], until: float = math.inf) -> list[Told]:
        """Return what Lean makes of each decided formula, asked in rounds: everyone's first proof, the second of those
        whose first it refused, and so on. After ``until`` (monotonic seconds) no round is begun.
        """
        trials = {id(one): _Trial(_claim(one), proofs(one)) for one in decided}
        while time.monotonic() < until:
            offered = [(trial, proof) for trial in trials.values() if (proof := trial.offer()) is not None]
            if not offered:
                break
            found = self._checker.check_many([(trial.claim, proof) for trial, proof in offered])
            for (trial, proof), checked in zip(offered, found, strict=True):
                trial.take(self._verdict(trial.claim, proof, checked))
        return [trials[id(one)].told for one in decided]

    def _verdict(self, claim: FormulaClaim, proof: Proof, checked: Certificate | CheckFailed) -> Told:
        if isinstance(checked, CheckFailed):
            return Unknown(checked.reason, str(checked))
        try:
            verdict = admit(claim, proof, self._checker)
        except CheckFailed as failure:
            return Unknown(failure.reason, str(failure))
        assert not isinstance(verdict, Independent)  # its checker shows of none that it is
        return verdict


@dataclass(slots=True)
class _Trial:
    """A claim, the proofs that are left to try, and what came of those before."""

    claim: FormulaClaim
    offers: Iterator[Proof | Unknown]
    told: Told = field(default_factory=lambda: Unknown(Reason.OUT_OF_BUDGET, "Lean's share of time is used up"))

    def offer(self) -> Proof | None:
        """Return the next proof to check, or None when it is certified or nothing is left."""
        if isinstance(self.told, Decided):
            return None
        offer = next(self.offers, None)
        if isinstance(offer, Unknown):
            self.told = offer
            return None
        return offer

    def take(self, found: Told) -> None:
        """Take in what came of the proof that was offered last."""
        self.told = found


def proofs(decided: Certificate) -> Iterator[Proof | Unknown]:
    """Yield the proofs that Lean may accept of what was decided, cheapest first, or why it cannot be told."""
    claim, shows, stored = _claim(decided), decided.proof.shows, decided.proof.data
    data: dict[str, Any] = {"assume_defined": True} if decided.side_conditions else {}
    model = stored.get("model") if "model" in stored else model_for(claim)
    data |= {} if model is None else {"model": dict(model)}
    data |= {name: stored[name] for name in ("zeros", "at_model") if name in stored}
    if decided.side_conditions and (at := _defined_at(claim, data.get("model") or {})) is not None:
        data |= {"defined_at": at}
    bare = Proof(LeanFormulaChecker.name, shows, data)
    try:
        found = rendered(claim, bare, modelled(claim, bare))
    except CheckFailed as failure:
        yield Unknown(failure.reason, str(failure))
        return
    if found.statement.as_rounded and not decided.notes.get("as_rounded"):
        yield Unknown(Reason.ROUNDED, "Lean would show it as rounded, and it was decided exactly")
        return
    tree = stored.get("tree")
    for tactic in named(found, tree):
        along = {"tree": tree} if tactic == "parts" else {}
        yield Proof(LeanFormulaChecker.name, shows, {**data, "tactic": tactic, **along})
    own = None if found.statement.at_point else shaped(claim, found.formula, shows is Shows.TRUE, modelled(claim, bare))
    if own is not None and parted(own):
        yield Proof(LeanFormulaChecker.name, shows, {**data, "tactic": "parts", "tree": own})


def _defined_at(claim: FormulaClaim, model: Mapping[str, str]) -> dict[str, str] | None:
    """Small values of the letters that are bound by ForAll around a formula at which it holds, or None."""
    formula, names = claim.formula, list[str]()
    while isinstance(formula, Node) and formula.head is Head.FOR_ALL:
        names += [one.name for one in formula.letters]
        formula = formula.args[0]
    for turn in range(len(SMALL) if names else 0):
        at = {name: SMALL[(turn + i) % len(SMALL)] for i, name in enumerate(names)}
        try:
            if truth(formula, {**read_point(model), **at}) is True:
                return {name: str(value) for name, value in at.items()}
        except NotEvaluated:
            continue
    return None


def _claim(decided: Certificate) -> FormulaClaim:
    assert isinstance(decided.claim, FormulaClaim)  # of the checkers of formulas
    return decided.claim
