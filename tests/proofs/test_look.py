"""The look before elaboration: words, refused constructs, imports, and what needs a process of its own."""

from __future__ import annotations

import pytest

from verifier.proofs.case import composed
from verifier.proofs.scanning.lean_lexer import Unterminated, words
from verifier.proofs.scanning.static_scan import look


def rules(text: str) -> list[str]:
    return [reason.rule for reason in look(text).reasons]


@pytest.mark.parametrize(
    "text",
    [
        "theorem a : 1 = 1 := rfl -- sorry",
        "/- sorry /- axiom -/ unsafe -/ theorem a : 1 = 1 := rfl",
        'def s := "sorry \\" axiom"',
        'def s := r#"sorry " axiom"#',
        "def c := '\"' -- native_decide",
        "def h' := 1\ntheorem a' (h'' : 1 = 1) : 1 = 1 := h''",
        "theorem sorryFree (axioms unsafeish : Nat) : axioms = axioms := rfl",
        "def List.init' (xs : List Nat) := xs",
        "@[simp] theorem a : 1 = 1 := rfl",
        "set_option maxHeartbeats 400000 in theorem a : 1 = 1 := rfl",
        "attribute [local simp] Nat.add_comm",
        "example (extern init : Nat) : extern = extern := rfl",
    ],
)
def test_nothing_is_refused_that_only_looks_like_it(text: str) -> None:
    assert rules(text) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("theorem a : 1 = 2 := sorry", "sorry"),
        ("theorem a : 1 = 2 := «sorryAx» _ true", "sorry"),
        ("theorem a : 1 = 2 := _root_.sorryAx _ true", "sorry"),
        ("private axiom a : False", "refused-construct"),
        ("@[simp, implemented_by b] def a := 1", "refused-construct"),
        ("attribute [csimp] a", "refused-construct"),
        ('attribute [ local extern "x" ] a', "refused-construct"),
        ("set_option debug.skipKernelTC true", "refused-construct"),
        ("set_option maxHeartbeats 0", "refused-construct"),
        ("set_option maxHeartbeats 99999999", "refused-construct"),
        ("#eval 1", "refused-construct"),
        ("open Lean in run_cmd skip", "refused-construct"),
        ("theorem a : b := Lean.ofReduceBool b true rfl", "refused-construct"),
        ("/- never closed", "unterminated"),
        ('def s := "never closed', "unterminated"),
        ("/- \u202e -/", "hidden-characters"),
        ("prelude", "refused-construct"),
    ],
)
def test_what_is_refused_is_named(text: str, rule: str) -> None:
    assert rules(text) == [rule]


def test_a_place_counts_lines_from_one_and_columns_from_zero() -> None:
    reason = look("theorem a : 1 = 1 := by\n  /- x -/ sorry").reasons[0]
    assert (reason.line, reason.column) == (2, 10)


def test_an_axiom_that_is_permitted_may_be_declared() -> None:
    assert look("axiom choice2 : True", {"choice2"}).reasons == ()


def test_imports_are_read_from_the_header_alone() -> None:
    seen = look("-- first\nimport Std.Data\nimport Lean /- x -/\nopen Lean\ndef import' := 1")
    assert seen.imports == ("Std.Data", "Lean")


@pytest.mark.parametrize(
    ("text", "isolated"),
    [
        ('macro "x" : tactic => `(tactic| omega)', False),
        ('macro "x" : tactic => `(tactic| omega)\ntheorem a : 1 = 1 := by match 1 with | _ => rfl', False),
        ('macro "x" : term => return f', True),
        ('macro "x" : term => `($(f))', True),
        ("macro_rules | `(a) => `(open B in c) | `(d) => f", True),
        ("macro_rules | `(a) => `(open B in c) | `(d) => `(e)", False),
        ('macro "x)" : term => `(x) open B in c) ', True),
        ("local macro_rules | `(a) => do `(b)", True),
        ("open Lean", True),
        ('local infixl:65 " +-- " => f', True),
        ('local infixl:65 " *** " => f', False),
        ("theorem a : 1 = 1 := rfl", False),
    ],
)
def test_what_may_run_code_gets_a_process_to_itself(text: str, isolated: bool) -> None:
    assert look(text).isolated is isolated


def test_any_text_is_looked_at() -> None:
    for text in ("", "'", "''", "'\\", "«", '"', "r#", "#", "--", "/-", "-/", "\x00", "a.«b", "'a", 'r##"x"#'):
        look(text)


def test_words_end_where_lean_ends_them() -> None:
    assert [word.text for word in words("a.b.c x' #eval «a b».c 1.2")] == ["a.b.c", "x'", "#eval", "a b.c", "1.2"]
    with pytest.raises(Unterminated):
        list(words("/- /- -/"))


@pytest.mark.parametrize(
    ("statement", "proof", "challenge", "candidate"),
    [
        (
            "1 + 1 = 2",
            "by decide",
            "theorem target :\n1 + 1 = 2 := by\n  sorry\n",
            "theorem target :\n1 + 1 = 2 :=\nby decide\n",
        ),
        ("theorem t : True", ":= trivial", "theorem t : True := by\n  sorry\n", "theorem t : True :=\n trivial\n"),
        (
            "theorem t : True := by sorry",
            "by trivial",
            "theorem t : True := by sorry",
            "theorem t : True :=\nby trivial\n",
        ),
        (
            "theorem t : True := sorry",
            "theorem t : True := trivial",
            "theorem t : True := sorry",
            "theorem t : True := trivial",
        ),
        (
            "def n := 1\ntheorem t : n = 1 := by\n  sorry",
            "rfl",
            "def n := 1\ntheorem t : n = 1 := by\n  sorry",
            "def n := 1\ntheorem t : n = 1 := by\nrfl\n",
        ),
        (
            "theorem t (n : Nat) : n ≤ n := by\n  sorry",
            "Nat.le_refl n",
            "theorem t (n : Nat) : n ≤ n := by\n  sorry",
            "theorem t (n : Nat) : n ≤ n :=\nNat.le_refl n\n",
        ),
        (
            "theorem t (n : Nat) : n ≤ n := by\n",
            "  intro\n  omega",
            "theorem t (n : Nat) : n ≤ n := by\n  sorry\n",
            "theorem t (n : Nat) : n ≤ n := by\n  intro\n  omega\n",
        ),
        (
            "theorem t (n : Nat := 1) : n ≤ n :=",
            "by omega",
            "theorem t (n : Nat := 1) : n ≤ n := by\n  sorry\n",
            "theorem t (n : Nat := 1) : n ≤ n :=\nby omega\n",
        ),
        (
            "theorem t (n : Nat := 1) : n ≤ n",
            "by omega",
            "theorem t (n : Nat := 1) : n ≤ n := by\n  sorry\n",
            "theorem t (n : Nat := 1) : n ≤ n :=\nby omega\n",
        ),
    ],
)
def test_a_row_becomes_a_pair(statement: str, proof: str, challenge: str, candidate: str) -> None:
    case = composed("x", statement, proof, "rows.jsonl:1")
    assert case.challenge is not None
    assert (case.challenge.decode(), case.candidate.decode()) == (challenge, candidate)
