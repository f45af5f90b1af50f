"""The look before elaboration: words, unfinished proofs, imports."""

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
        "def c := '\"' -- sorry",
        "theorem sorryFree (axioms unsafeish : Nat) : axioms = axioms := rfl",
    ],
)
def test_look_word_inside_text_or_comment_is_no_reason(text: str) -> None:
    assert rules(text) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("theorem a : 1 = 2 := sorry", "sorry"),
        ("theorem a : 1 = 2 := «sorryAx» _ true", "sorry"),
        ("theorem a : 1 = 2 := _root_.sorryAx _ true", "sorry"),
        ("/- never closed", "unterminated"),
        ('def s := "never closed', "unterminated"),
        ("/- \u202e -/", "hidden-characters"),
        ("prelude", "refused-construct"),
        ("module prelude", "refused-construct"),
    ],
)
def test_look_unreadable_or_unfinished_text_is_named(text: str, rule: str) -> None:
    assert rules(text) == [rule]


def test_a_place_counts_lines_from_one_and_columns_from_zero() -> None:
    reason = look("theorem a : 1 = 1 := by\n  /- x -/ sorry").reasons[0]
    assert (reason.line, reason.column) == (2, 10)


def test_imports_are_read_from_the_header_alone() -> None:
    seen = look("-- first\nimport Std.Data\nimport Lean /- x -/\nopen Lean\ndef import' := 1")
    assert seen.imports == ("Std.Data", "Lean")


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
