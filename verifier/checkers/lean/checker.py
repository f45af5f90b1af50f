"""The registered checker: Lean's kernel accepts a proof of the statement that we render from the claim itself.

A stored proof is ``{"text": ..., "point": {letter: value}}``, with ``assume_defined``, ``as_rounded`` or ``mathlib``
where the statement is made in that manner. The statement is made anew from the claim; the text is looked at
(``script``), and Lean takes it for a proof of that statement, or does not.
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
from verifier.checkers.lean.script import proof_text, reflected
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import Statement, manner, render
from verifier.checkers.points import check_relation, read_point
from verifier.kernel.claim import Claim
from verifier.kernel.expr import free_names
from verifier.kernel.verdict import CheckFailed, Proof, Reason

MOST_STEPS = 40
"""Most steps inside a proof, each of which may take the work of a proof."""


class LeanChecker(Certifying):
    """Accepts what Lean's kernel accepts of a statement that it renders itself."""

    name: ClassVar[str] = "lean"
    version: ClassVar[str] = "1"

    def job(self, claim: Claim, proof: Proof) -> Job | CheckFailed:
        """Return what Lean is to be asked, or why nothing is."""
        try:
            if proof.checker != self.name:
                raise CheckFailed(f"{self.name} was handed a proof for {proof.checker!r}")
            statement, text, point = prepared(claim, proof)
            noted = agrees(claim, proof.shows, point, statement)
        except CheckFailed as failure:
            return failure
        work = HEARTBEATS * (1 + min(MOST_STEPS, text.count("have step")))
        return Job(claim, proof, statement, text, point, reflected(text, statement.text), noted, heartbeats=work)


def prepared(claim: Claim, proof: Proof) -> tuple[Statement, str, Point]:
    """Return the statement, the proof text and the point that a stored proof stands for. Raises: CheckFailed."""
    check_relation(claim, proof.shows)
    point, names = _point(proof.data), _letters(claim)
    if point.keys() != names:
        raise CheckFailed("the point does not give every letter one value")
    try:
        statement = render(claim, proof.shows, manner(proof.data))
    except NotRenderable as error:
        raise CheckFailed(str(error), Reason.OUT_OF_SCOPE) from error
    return statement, proof_text(proof.data), point


def _point(data: Mapping[str, Any]) -> dict[str, Any]:
    return dict(read_point(data["point"])) if "point" in data else {}


def _letters(claim: Claim) -> frozenset[str]:
    if not claim.letters:
        return frozenset()  # closed: no premise is used
    return free_names(*claim.terms)
