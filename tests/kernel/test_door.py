"""The door: verdicts come out of ``admit`` and from nowhere else."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from verifier.checkers.points import PointChecker
from verifier.kernel import verdict
from verifier.kernel.claim import Claim, Standing, relate, suppose
from verifier.kernel.expr import Head, Int, Sym, node
from verifier.kernel.verdict import Certificate, CheckFailed, NotRegistered, Proof, Proved, Refuted, Shows, admit

FOUR = node(Head.ADD, Int(2), Int(2))
TRUE_CLAIM = relate(Head.EQ, FOUR, Int(4))
FALSE_CLAIM = relate(Head.EQ, FOUR, Int(5))
SHOWN = Proof("evaluate", Shows.TRUE)


class Yes:
    """A checker that accepts everything, under a registered name."""

    name: ClassVar[str] = "evaluate"

    def check(self, claim: Claim, proof: Proof) -> Certificate:
        return Certificate(claim, proof, "0")


class Child(PointChecker):
    def check(self, claim: Claim, proof: Proof) -> Certificate:
        return Certificate(claim, proof, "0")


def proved() -> Proved:
    found = admit(TRUE_CLAIM, SHOWN, PointChecker())
    assert isinstance(found, Proved)
    return found


def test_a_true_equation_is_proved_and_a_false_one_refuted() -> None:
    assert proved().certificate.claim == TRUE_CLAIM
    refuted = admit(FALSE_CLAIM, Proof("evaluate", Shows.FALSE), PointChecker())
    assert isinstance(refuted, Refuted)
    assert refuted.certificate.notes == {"left": "4", "right": "5"}


def test_a_false_equation_is_not_proved_and_a_true_one_not_refuted() -> None:
    with pytest.raises(CheckFailed):
        admit(FALSE_CLAIM, SHOWN, PointChecker())
    with pytest.raises(CheckFailed):
        admit(TRUE_CLAIM, Proof("evaluate", Shows.FALSE), PointChecker())


@pytest.mark.parametrize("checker", [Yes(), Child()])
def test_a_checker_that_is_not_registered_is_turned_away(checker: Any) -> None:
    with pytest.raises(NotRegistered):
        admit(FALSE_CLAIM, SHOWN, checker)
    with pytest.raises(NotRegistered):
        admit(FALSE_CLAIM, Proof("mine", Shows.TRUE), checker)


def test_a_registered_checker_does_not_judge_proofs_for_another() -> None:
    with pytest.raises(NotRegistered):
        admit(TRUE_CLAIM, Proof("balls", Shows.TRUE), PointChecker())


@pytest.mark.parametrize("kind", [Proved, Refuted, verdict.Decided])
def test_a_verdict_has_no_public_constructor(kind: Any) -> None:
    with pytest.raises(TypeError):
        kind()
    with pytest.raises(TypeError):
        kind(Certificate(FALSE_CLAIM, SHOWN, "0"), object())


def test_a_verdict_has_no_subclass() -> None:
    for base in (Proved, Refuted, verdict.Decided):
        with pytest.raises(TypeError):
            type("Mine", (base,), {})
        with pytest.raises(TypeError):
            type("Proved", (base,), {})  # of this module
        with pytest.raises(TypeError):
            type("Mine", (base,), {"__module__": verdict.__name__})


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_verdict_is_neither_copied_nor_pickled(make: Any) -> None:
    with pytest.raises(TypeError):
        make(proved())


def test_a_verdict_does_not_change() -> None:
    found = proved()
    with pytest.raises(TypeError):
        found._certificate = Certificate(FALSE_CLAIM, SHOWN, "0")
    with pytest.raises(TypeError):
        del found._certificate


def test_an_object_made_past_the_constructor_has_no_certificate() -> None:
    forged = object.__new__(Proved)
    object.__setattr__(forged, "_certificate", Certificate(FALSE_CLAIM, SHOWN, "0"))
    with pytest.raises(TypeError):
        _ = forged.certificate


def test_a_certificate_of_another_claim_or_proof_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for mismatch in (
        lambda self, claim, proof: Certificate(TRUE_CLAIM, proof, "0"),
        lambda self, claim, proof: Certificate(claim, replace(proof, shows=Shows.FALSE), "0"),
    ):
        monkeypatch.setattr(PointChecker, "check", mismatch)
        with pytest.raises(CheckFailed):
            admit(FALSE_CLAIM, SHOWN, PointChecker())


@pytest.mark.parametrize("standing", [Standing.STATED, Standing.SUPPOSED])
def test_a_refutation_does_not_rest_on_what_was_merely_stated(standing: Standing) -> None:
    premise = suppose("p", standing, Head.EQ, Sym("x"), Int(3))
    claim = relate(Head.EQ, Sym("x"), Int(4), premises=(premise,))
    with pytest.raises(CheckFailed):
        admit(claim, Proof("evaluate", Shows.FALSE, {"pins": [0]}), PointChecker())
    holds = claim.between(Sym("x"), Int(3))
    assert isinstance(admit(holds, Proof("evaluate", Shows.TRUE, {"pins": [0]}), PointChecker()), Proved)


def test_an_inference_is_refuted_on_its_own_hypothesis() -> None:
    premise = suppose("p", Standing.HYPOTHESIS, Head.EQ, Sym("x"), Int(3))
    claim = relate(Head.EQ, Sym("x"), Int(4), premises=(premise,))
    found = admit(claim, Proof("evaluate", Shows.FALSE, {"pins": [0]}), PointChecker())
    assert isinstance(found, Refuted) and found.certificate.claim.premises == (premise,)
