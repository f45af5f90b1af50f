"""The registered checker of formulas by Lean: its kernel accepts a proof of the statement made from the claim itself.

A stored proof is ``{"text": ..., "model": {letter: value}}``, with ``mathlib`` where it is stated of the fields of
Mathlib, and with ``assume_defined`` where what is asserted is shown where it is defined (``defined_at``: values at
which it is and holds). The statement is made anew from the claim; the text is looked at (``script``), and Lean takes it
for a proof of that statement, or does not.
The model is one of the premises, as structural proofs have it, so that nothing is concluded from premises that
contradict each other; where the evaluator can tell what the formula says there, it must say the same as Lean.
"""

from __future__ import annotations

from typing import Any, ClassVar

from verifier.checkers.evaluate import Outcome, Point, compare
from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.places.models import of_type
from verifier.checkers.formulas.places.place import leaf_claim
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated, Undefined
from verifier.checkers.lean.certifying import Certifying
from verifier.checkers.lean.formulas.statement import Stated, stated
from verifier.checkers.lean.process.batch_check import HEARTBEATS, Job
from verifier.checkers.lean.script import proof_text, reflected
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.points import read_point
from verifier.kernel.claim import Claim
from verifier.kernel.expr import COMPARISONS, Expr, Head, Node
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows


class LeanFormulaChecker(Certifying):
    """Accepts what Lean's kernel accepts of the statement of a claim that is a formula."""

    name: ClassVar[str] = "lean_formula"
    version: ClassVar[str] = "1"

    def job(self, claim: Claim, proof: Proof) -> Job | CheckFailed:
        """Return what Lean is to be asked, or why nothing is."""
        try:
            if proof.checker != self.name:
                raise CheckFailed(f"{self.name} was handed a proof for {proof.checker!r}")
            point = modelled(claim, proof)
            found = rendered(claim, proof, point)
            seen = agrees(claim, proof.shows, point, found)
            if found.statement.side_conditions:
                defined_somewhere(claim.formula, point, proof.data.get("defined_at"))
            text = proof_text(proof.data)
        except CheckFailed as failure:
            return failure
        formula = reflected(text, found.statement.text)
        noted: dict[str, Any] = {"as_rounded": True} if found.statement.as_rounded else {}
        noted |= {} if seen else {"model": "its values do not tell what the formula says there"}
        work = HEARTBEATS * (1 + len(found.named))
        return Job(claim, proof, found.statement, text, point, formula, noted, heartbeats=work)


def modelled(claim: Claim, proof: Proof) -> Point:
    """Return the rational values of letters in the model of a proof, in which the premises and what the types say hold.

    Raises:
        CheckFailed: where they do not, or a letter has no value.
    """
    if not claim.types and not claim.premises:
        return {}
    StructureChecker(checker_of).model(claim, proof.data)
    model = proof.data["model"]
    if model.keys() != {one.name for one in claim.types}:
        raise CheckFailed("the model does not give every letter one value")
    return read_point({name: one for name, one in model.items() if isinstance(one, str)})


def rendered(claim: Claim, proof: Proof, point: Point) -> Stated:
    """Return the statement that a proof is of.

    Raises:
        CheckFailed: where Lean cannot be told; ``str`` says by what.
    """
    if proof.shows is Shows.INDEPENDENT:
        raise CheckFailed("that two models differ is no theorem of all fields", Reason.OUT_OF_SCOPE)
    try:
        manner = (proof.data.get(name) is True for name in ("assume_defined", "mathlib"))
        return stated(claim, proof.shows, point, *manner)
    except NotRenderable as error:
        raise CheckFailed(str(error), Reason.OUT_OF_SCOPE) from error


def defined_somewhere(formula: Expr, point: Point, at: object) -> None:
    """Check that what is shown where it is defined is so somewhere, and holds there: where the letters of the ForAll
    around it have the values ``at``.

    Raises:
        CheckFailed: where it does not hold there, or a letter has no value.
    """
    values = dict(read_point(at)) if at is not None else {}
    while isinstance(formula, Node) and formula.head is Head.FOR_ALL:
        letters = {one.name: one.type for one in formula.letters}
        if not all(name in values and of_type(values[name], kind) for name, kind in letters.items()):
            raise CheckFailed("no values of the bound variables show where it is defined", Reason.SIDE_CONDITION)
        point = {**point, **{name: values[name] for name in letters}}
        formula = formula.args[0]
    try:
        holds = truth(formula, point)
    except NotEvaluated as error:
        raise CheckFailed(f"it is not known to be defined anywhere: {error}", Reason.SIDE_CONDITION) from error
    if holds is not True:
        raise CheckFailed("it does not hold where it is said to be defined", Reason.SIDE_CONDITION)


def agrees(claim: Claim, shows: Shows, point: Point, found: Stated) -> bool:
    """Return whether the values at the point say what Lean is to show; False where they do not tell.

    Raises:
        CheckFailed: where they say otherwise.
    """
    formula, wanted = claim.formula, shows is Shows.TRUE
    try:
        if isinstance(formula, Node) and formula.head in COMPARISONS:
            outcome = compare(leaf_claim(formula, [], {}, claim.rounded), point)
            true = Outcome.HOLDS_ROUNDED if found.statement.as_rounded else Outcome.HOLDS
            same = outcome is (true if wanted else Outcome.FAILS)
        elif found.statement.side_conditions:
            return False  # it is shown where it is defined: ``defined_somewhere`` looks
        elif (said := truth(formula, point)) is None:
            same = False
        else:
            same = said is wanted
    except Undefined as error:
        raise CheckFailed(f"a side is not defined at the model: {error}", Reason.SIDE_CONDITION) from error
    except (NotEvaluated, CheckFailed):
        return False
    if not same:
        raise CheckFailed("the values at the model do not show that")
    return True
