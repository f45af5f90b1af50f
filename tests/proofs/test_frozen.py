"""Frozen statements: what moves is named, and what does not matter may move."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.proofs.case import Case
from verifier.proofs.gate import Gate, Settings
from verifier.proofs.intake import BadInput
from verifier.proofs.rules import Result

CHALLENGE = """structure Pair where
  first : Nat
  second : Nat
def double (n : Nat) : Nat := n + n
local infixl:65 " +++ " => Nat.add
instance : Add Pair := ⟨fun a b => ⟨a.first + b.first, a.second⟩⟩
theorem helper : 1 = 1 := rfl
theorem target (p : Pair) (n : Nat) (h : n = p.first) : (p + p).first = double n +++ 0 := by
  sorry
"""
PROOF = "  subst h; rfl"

Judge = Callable[[str], Result]


@pytest.fixture
def judge(gate: Gate, tmp_path: Path) -> Judge:
    def judged(text: str) -> Result:
        with Gate(Settings(jobs=1, frozen=tmp_path / "frozen.json")) as frozen:
            if gate._program is None:
                gate.judge(Case("x", b"theorem a : 1 = 1 := rfl\n"))
            frozen._workers, frozen._heard, frozen._all = gate._workers, True, []  # the processes are the same
            result = frozen.judge(Case("x", text.replace("  sorry", PROOF).encode(), text.encode()))
            assert frozen.frozen is not None
            frozen.frozen.write()
        return result

    return judged


def test_a_statement_that_did_not_move_is_judged_as_ever(judge: Judge, tmp_path: Path) -> None:
    assert judge(CHALLENGE).status == "accepted"
    kept = json.loads((tmp_path / "frozen.json").read_text("utf-8"))["challenges"]["x"]
    assert {"toolchain", "theorem target", "definition double", "type Pair", "definition instAddPair"} <= set(kept)
    assert "theorem helper" not in kept
    for same in (
        CHALLENGE,
        CHALLENGE.replace("(n : Nat) (h : n =", "(k : Nat) (h : k =").replace("double n", "double k"),
        CHALLENGE.replace("helper : 1 = 1", "helper : 2 = 2"),
        "-- a comment\n\n" + CHALLENGE,
        CHALLENGE.replace("double n +++ 0", "Nat.add (double n) 0"),  # as it is elaborated
    ):
        assert judge(same).status == "accepted"


MOVED = {
    "a definition": (("n + n", "2 * n"), "definition double"),
    "a notation": (("=> Nat.add", "=> Nat.sub"), "theorem target"),
    "an instance": (("a.second⟩⟩", "b.second⟩⟩"), "definition instAddPair"),
    "a type": (("second : Nat", "second : Int"), "type Pair"),
    "the statement": (("+++ 0", "+++ 1"), "theorem target"),
}


@pytest.mark.parametrize(("edit", "named"), MOVED.values(), ids=MOVED)
def test_what_moved_is_named_and_refused(edit: tuple[str, str], named: str, judge: Judge) -> None:
    judge(CHALLENGE)
    result = judge(CHALLENGE.replace(*edit))
    assert result.status == "rejected"
    assert len(result.reasons) > 1 or all(step["judgement"] != "ok" for step in result.steps)
    moved = [reason.message for reason in result.reasons if reason.rule == "statement-moved"]
    assert len(moved) == 1 and f"{named} is another one than was frozen" in moved[0]
    assert "Read again what moved, and theorem target" in moved[0]


def test_another_toolchain_and_a_challenge_that_is_not_frozen_are_refused(judge: Judge, tmp_path: Path) -> None:
    judge(CHALLENGE)
    file = tmp_path / "frozen.json"
    kept = json.loads(file.read_text("utf-8"))
    kept["challenges"]["x"]["toolchain"] = "Lean 4.27.0"
    file.write_text(json.dumps(kept), encoding="utf-8")
    (reason,) = judge(CHALLENGE).reasons
    assert "toolchain was Lean 4.27.0, and is Lean 4.28.0-pre" in reason.message
    kept["challenges"] = {"other": kept["challenges"]["x"]}
    file.write_text(json.dumps(kept), encoding="utf-8")
    (reason,) = judge(CHALLENGE).reasons
    assert reason.rule == "statement-moved" and "the challenge x is not in" in reason.message


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "frozen statements 1", "challenges": {"x": 1}}'])
def test_a_file_that_is_none_is_bad_input(text: str, tmp_path: Path) -> None:
    (tmp_path / "frozen.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="expected a file that --freeze wrote"):
        Gate(replace(Settings(), frozen=tmp_path / "frozen.json"))
