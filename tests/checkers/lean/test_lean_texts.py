"""Texts of proofs that somebody forged: none of them is certified, neither by the look at the text nor, without it, by
Lean; and what every text may hold is listed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.formulas.sequents import claims_over
from support.lean_session import by_reflection, said
from support.lean_session import claim as relation

from verifier.checkers.lean import checker
from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.script import LEMMAS, MOST_CHARACTERS, named_modules, proof_text, reflected
from verifier.checkers.lean.toolchain import project
from verifier.kernel.expr import Type
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Shows, admit

claim = claims_over({"x": Type.REAL})

TRUE, DATA = claim("x > 1", "x == 2"), {"model": {"x": "2"}}
"""It does not follow without the premise that it has."""

OPEN, OPEN_DATA = claim("x == 2", "x > 1"), {"model": {"x": "2"}}
"""It holds at the model, as the evaluator sees, and does not follow."""

SHOWN = "by\n  intros\n  grind\n"

TRICKS: dict[str, str] = {
    "left open": "by sorry",
    "left open by another word": "by admit",
    "left open by its axiom": "sorryAx _",
    "left open in capitals of the alphabet": "by\n  intros\n  exact (sorryAx _ true)",
    "an axiom after the proof": "by decide\n\naxiom cheat : False",
    "a second theorem": "by trivial\ntheorem other : True := trivial",
    "a theorem of the same name": "by trivial\nend\ntheorem verified : True := trivial",
    "the end of a section": "by\n  intros\n  grind\nend Verifier",
    "a namespace": "by\n  intros\n  grind\nnamespace Verifier\ntheorem verified : True := trivial\nend Verifier",
    "a namespace opened": "open Classical in by intros; grind",
    "an option": "set_option maxHeartbeats 0 in by intros; grind",
    "an option of the kernel": "set_option debug.skipKernelTC true in by intros; grind",
    "a notation": 'local notation "x0" => (2 : Nat)\nby grind',
    "a macro": 'by\n  macro "grind" : tactic => `(tactic| sorry)\n  grind',
    "a syntax": 'syntax "cheat" : tactic\nby cheat',
    "an instance": "by\n  letI : LE Nat := ⟨fun _ _ => True⟩\n  grind",
    "an instance for the field": "by\n  intro K _ _ _ _ _ _\n  haveI : LT K := ⟨fun _ _ => True⟩\n  grind",
    "an attribute": "by\n  attribute [local simp] foo in grind",
    "compiled code decides": "by native_decide",
    "compiled code decides by a setting": "by decide +native",
    "compiled code by its axiom": "by exact Lean.ofReduceBool _ _ rfl",
    "unsafe code": "unsafe by exact unsafeCast ()",
    "a command that evaluates": "by grind\n#eval 1",
    "a command that prints": "by grind\n#print axioms verified",
    "an import": "import Lean\nby grind",
    "code that runs": "by run_tac (do Lean.Elab.Tactic.admitGoal (← Lean.Elab.Tactic.getMainGoal))",
    "code that elaborates": "by_elab (do return default)",
    "an elaborator": 'elab "cheat" : term => default\ncheat',
    "a file that is read": 'by exact (include_str "/etc/passwd")',
    "a solver outside": "by bv_decide",
    "a bracket too many": "(by intros; grind))",
    "a bracket too few": "((by intros; grind)",
    "a comment that hides": "by grind -- sorry",
    "a comment that is never closed": "by grind /- sorry",
    "a comment that closes one": "-/ by grind /-",
    "text at the beginning of a line": "by\nintros\ngrind\nexample : True := trivial",
    "letters that look alike": "by ѕorry",
    "digits that look alike": "by exact ٣",
    "a sign that cannot be seen": "by gr\u200bind",
    "a name in quotation marks": "by exact «sorry»",
    "a name quoted": "by exact `sorry",
    "a definition of ours anew": "let rec factorial := fun (_ : Nat) => 0; by grind",
    "a definition of ours in a name": "by\n  have Verifier.factorial : False := sorry\n  grind",
    "a goal that is another": "by\n  intros\n  show True\n  decide",
    "a goal that is changed": "by\n  change True\n  trivial",
    "a proof of something else": "Verifier.sq_nonneg",
    "a wildcard": "_",
    "nothing": "",
    "a blank": " \n ",
    "a name that it does not have": "by exact h99",
    "itself": "verified",
    "its goal as a fact": "by\n  intros\n  exact goal",
    "where it says more": "by grind where foo := 1",
    "a recursion": "by exact verified\ntermination_by 0",
    "very many brackets": "(" * 20_000 + ")" * 20_000,
    "deep data": "Verifier.Reflect.sound " + "(.not " * 5_000 + "(.rel .eq (.num 1) (.num 1))" + ")" * 5_000 + " rfl",
    "data of another statement": "Verifier.Reflect.sound (.rel .eq (.num 1) (.num 1)) rfl",
}


@pytest.mark.parametrize("trick", TRICKS)
def test_a_forged_text_certifies_nothing(trick: str, lean_session: LeanSession) -> None:
    proof = Proof("lean", Shows.TRUE, {**OPEN_DATA, "text": TRICKS[trick]})
    with pytest.raises(CheckFailed):
        admit(OPEN, proof, LeanChecker(lean_session))


@pytest.mark.parametrize("trick", TRICKS)
def test_lean_itself_refuses_a_forged_text(
    trick: str, lean_session: LeanSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its look at terms, statements, axioms and declarations does not rest on the look at the text."""
    monkeypatch.setattr(checker, "proof_text", lambda data: data["text"])
    proof = Proof("lean", Shows.TRUE, {**OPEN_DATA, "text": TRICKS[trick]})
    with pytest.raises(CheckFailed):
        admit(OPEN, proof, LeanChecker(lean_session))


def test_the_claim_of_the_forged_texts_is_not_certified_and_one_like_it_is(lean_session: LeanSession) -> None:
    """So no trick is refused for anything around it."""
    with pytest.raises(CheckFailed, match="Lean does not accept"):
        admit(OPEN, Proof("lean", Shows.TRUE, {**OPEN_DATA, "text": SHOWN}), LeanChecker(lean_session))
    proof = Proof("lean", Shows.TRUE, {**DATA, "text": SHOWN})
    certificate = admit(TRUE, proof, LeanChecker(lean_session)).certificate
    assert certificate.notes["lean"].endswith(f":=\n{SHOWN}\n") and "Lean 4" in certificate.toolchain


LOOKED_AT = [trick for trick, text in TRICKS.items() if re.search(r"sorry|#|axiom|import|open|notation|macro", text)]


@pytest.mark.parametrize("trick", LOOKED_AT)
def test_what_may_run_or_hide_does_not_reach_lean(trick: str) -> None:
    with pytest.raises(CheckFailed, match="may not hold"):
        proof_text({"text": TRICKS[trick]})


@pytest.mark.parametrize("text", [None, 1, ["by grind"], {"text": "by grind"}, b"by grind", True])
def test_a_text_that_is_none_is_refused(text: Any) -> None:
    with pytest.raises(CheckFailed, match="expected the text of a proof"):
        proof_text({"text": text})
    with pytest.raises(CheckFailed, match="expected the text of a proof"):
        proof_text({})


def test_a_text_that_is_very_long_is_refused() -> None:
    assert proof_text({"text": " " * MOST_CHARACTERS})
    with pytest.raises(CheckFailed, match="at most"):
        proof_text({"text": " " * (MOST_CHARACTERS + 1)})


def test_every_lemma_that_a_text_may_name_stands_in_the_module_that_its_certificate_lists() -> None:
    for word, module in LEMMAS.items():
        assert re.search(rf"\b(theorem|def|inductive|namespace) (Verifier\.)?{word}\b", project.text_of(module)) or (
            word == "Reflect"
        )
    assert named_modules("by exact Verifier.sq_nonneg x0") == ("Verifier.Order",)
    assert named_modules("by grind") == named_modules("by have sound : x0 = x0 := rfl") == ()


def test_data_are_taken_for_a_statement_only_to_the_letter() -> None:
    of = relation(2, "<", 3)
    text, statement = by_reflection(of, Shows.TRUE).data["text"], said(of, Shows.TRUE).text
    assert reflected(text, statement) == ["<", 2, 3]
    for old, new in ((" rfl", " rfl "), ("lt", "le"), (".num 2", ".num 02"), ("(.num 2)", "2"), (".num 2", ".num  2")):
        assert reflected(text.replace(old, new), statement) is None
    assert reflected(text, statement.replace("<", "≤")) is None


def test_a_text_of_the_same_statement_in_other_signs_has_the_same_certificate(lean_session: LeanSession) -> None:
    """What is said in bulk as data, and what is elaborated as text, are both what the certificate shows."""
    of = relation(2, "<", 3)
    for text in (by_reflection(of, Shows.TRUE).data["text"], "by decide +kernel"):
        found = LeanChecker(lean_session).check(of, Proof("lean", Shows.TRUE, {"text": text}))
        assert isinstance(found, Certificate) and found.notes["lean"].endswith(f":=\n{text}\n")
