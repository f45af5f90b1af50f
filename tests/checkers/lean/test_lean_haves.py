"""Proofs in which the steps of a chain stand as haves: what Lean accepts there, and that no text gets in."""

from __future__ import annotations

import pytest
from support.lean_session import said

from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process.session import LeanSession
from verifier.engines.candidate import Candidate
from verifier.engines.lean.sketch_search import ChainedEngine
from verifier.engines.lean.tactics.structured_proof import Have, ids, is_chained, laid_out, ways
from verifier.kernel.claim import Claim, Hypothesis, Standing, relate, suppose
from verifier.kernel.expr import Expr, Head, Int, Sym, node
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Shows, Unknown, admit

X = Sym("x")


def equation(left: Expr, right: Expr, *premises: Hypothesis) -> Claim:
    return relate(Head.EQ, left, right, premises=premises)


def times(a: Expr, b: Expr) -> Expr:
    return node(Head.MUL, a, b)


TWICE = suppose("p.c0", Standing.FACT, Head.EQ, times(Int(2), X), Int(6))
THREE = equation(X, Int(3), TWICE)
HALF = node(Head.DIV, Int(48), Int(2))
TOTAL = equation(node(Head.ADD, Int(48), HALF), Int(72))
STEPS = [Have("s0.c0", equation(HALF, Int(24))), Have("s1.c0", equation(node(Head.ADD, Int(48), Int(24)), Int(72)))]


def proposed(session: LeanSession, claim: Claim, steps: list[Have], *order: str) -> Candidate:
    found = ChainedEngine(session).propose(claim, steps, order)
    assert isinstance(found, Candidate), found
    return found


def kept(found: Candidate) -> list[str]:
    return ids(found.proof.data["text"])


def test_the_goal_is_computed_from_the_steps_alone(lean_session: LeanSession) -> None:
    found = proposed(lean_session, TOTAL, STEPS, "s0.c0", "s1.c0")
    assert is_chained(found.proof.data["text"]) and kept(found) == ["s0.c0", "s1.c0"]
    verdict = admit(found.claim, found.proof, found.checker)
    assert isinstance(verdict, Proved)
    assert "rw [step0_0, step1_0]" in verdict.certificate.notes["lean"]


@pytest.mark.parametrize("op", [Head.SIN, Head.TAN, Head.LOG])
def test_a_step_about_functions_of_which_the_theorem_knows_nothing_is_not_written_there(op: Head) -> None:
    statement = said(THREE, Shows.TRUE)
    same = node(op, *(X,) if op is not Head.LOG else (X, Int(2)))
    assert ways(Have("s1.c0", equation(same, same)), statement) == []
    assert ways(Have("s1.c0", equation(X, Int(3))), statement) == ["have step1_0 : (x0 = (3 : K)) := by grind"]


def test_a_step_that_fails_is_left_out_and_the_theorem_stands(lean_session: LeanSession) -> None:
    false = Have("s1.c0", equation(times(Int(5), X), Int(16)))
    divided = Have("s2.c0", equation(node(Head.DIV, Int(6), X), Int(2)))
    root = Have("s3.c0", equation(node(Head.SQRT, Int(8)), times(Int(2), node(Head.SQRT, Int(2)))))
    found = proposed(lean_session, THREE, [false, divided, root])
    assert kept(found) == ["s2.c0", "s3.c0"]
    certificate = admit(found.claim, found.proof, found.checker).certificate
    assert "step2_0 : (x0 ≠ (0 : K)) ∧" in certificate.notes["lean"]


def test_a_false_goal_is_not_proposed(lean_session: LeanSession) -> None:
    assert isinstance(ChainedEngine(lean_session).propose(equation(X, Int(4), TWICE), []), Unknown)
    assert isinstance(ChainedEngine(lean_session).propose(equation(HALF, Int(25)), STEPS), Unknown)


STATED = said(TOTAL, Shows.TRUE)
GOOD = laid_out(STATED, [ways(have, STATED)[-1] for have in STEPS], ["exact by decide +kernel"])

FORGED: dict[str, str] = {
    "a step left open": GOOD.replace(":= by decide +kernel", ":= by sorry", 1),
    "another theorem": GOOD + "theorem other : True := by decide",
    "a step that is false": GOOD.replace("(24 : Rat)", "(25 : Rat)", 1),
    "the last step alone": GOOD.replace("exact by decide +kernel", "exact step0_0"),
    "a step that is not there": GOOD.replace("exact by decide +kernel", "rw [step9_0]"),
}


def test_the_proof_that_is_forged_below_is_sound(lean_session: LeanSession) -> None:
    assert LeanChecker(lean_session).check(TOTAL, Proof("lean", Shows.TRUE, {"text": GOOD})).axioms == ()


@pytest.mark.parametrize("trick", FORGED)
def test_a_forged_proof_is_refused(trick: str, lean_session: LeanSession) -> None:
    assert FORGED[trick] != GOOD
    with pytest.raises(CheckFailed):
        LeanChecker(lean_session).check(TOTAL, Proof("lean", Shows.TRUE, {"text": FORGED[trick]}))


def test_steps_show_nothing_false(lean_session: LeanSession) -> None:
    with pytest.raises(CheckFailed):
        LeanChecker(lean_session).check(equation(HALF, Int(25)), Proof("lean", Shows.TRUE, {"text": GOOD}))
    with pytest.raises(CheckFailed):
        LeanChecker(lean_session).check(TOTAL, Proof("lean", Shows.FALSE, {"text": GOOD}))
