"""The registered checker: Lean's kernel accepts a proof of the statement that we render from the claim itself.

A stored proof is ``{"tactic": name, "point": {letter: value}}``, with ``assume_defined``, ``as_rounded`` or
``mathlib`` where the statement is made in that manner, and ``facts`` or ``haves``, as terms, where the tactic is that.
The statement and the proof text are made anew from the claim and the name; nothing of Lean's language is ever taken
from a record.
At the point (of a counterexample, or a model of the premises) the kernel's evaluator must agree with Lean, which
guards against contradictory premises and against a slip of the renderer at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from verifier.checkers.evaluate import Point
from verifier.checkers.lean.certifying import Certifying
from verifier.checkers.lean.numeric_check import agrees
from verifier.checkers.lean.process.batch_check import HEARTBEATS, Job
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import Statement, manner, render
from verifier.checkers.lean.tactics import facts, reflection, structured_proof
from verifier.checkers.lean.tactics.portfolio import Script
from verifier.checkers.points import check_relation, read_point
from verifier.kernel.claim import Claim
from verifier.kernel.expr import free_names
from verifier.kernel.verdict import CheckFailed, Proof, Reason


class LeanChecker(Certifying):
    """Accepts what Lean's kernel accepts of a statement that it renders itself."""

    name: ClassVar[str] = "lean"
    version: ClassVar[str] = "1"

    def job(self, claim: Claim, proof: Proof) -> Job | CheckFailed:
        """Return what Lean is to be asked, or why nothing is."""
        try:
            if proof.checker != self.name:
                raise CheckFailed(f"{self.name} was handed a proof for {proof.checker!r}")
            statement, script, point = prepared(claim, proof)
            noted = agrees(claim, proof.shows, point, statement)
        except CheckFailed as failure:
            return failure
        formula = reflection.formula(statement) if proof.data["tactic"] == reflection.TACTIC else None
        steps = len(proof.data["haves"]) if proof.data["tactic"] == structured_proof.TACTIC else 0
        return Job(claim, proof, statement, script, point, formula, noted, heartbeats=HEARTBEATS * (1 + steps))


def prepared(claim: Claim, proof: Proof) -> tuple[Statement, Script, Point]:
    """Return the statement, the proof text and the point that a stored proof stands for. Raises: CheckFailed."""
    check_relation(claim, proof.shows)
    point, names = _point(proof.data), _letters(claim)
    if point.keys() != names:
        raise CheckFailed("the point does not give every letter one value")
    try:
        statement = render(claim, proof.shows, manner(proof.data))
    except NotRenderable as error:
        raise CheckFailed(str(error), Reason.OUT_OF_SCOPE) from error
    tactic = proof.data.get("tactic")
    if tactic == facts.TACTIC:
        return statement, facts.script(statement, proof.data.get("facts")), point
    if tactic == structured_proof.TACTIC:
        return statement, structured_proof.script(statement, point, proof.data), point
    script = reflection.proofs(statement, point).get(tactic) if isinstance(tactic, str) else None
    if script is None:
        raise CheckFailed(f"no proof of the portfolio is called {tactic!r:.40}")
    return statement, script, point


def _point(data: Mapping[str, Any]) -> dict[str, Any]:
    return dict(read_point(data["point"])) if "point" in data else {}


def _letters(claim: Claim) -> frozenset[str]:
    if not claim.letters:
        return frozenset()  # closed: no premise is used
    return free_names(*claim.terms)
