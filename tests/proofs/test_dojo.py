"""What lean-dojo does without a toolchain and without a network; the rest is not run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from verifier.proofs.dojo import DojoUnavailable, goals, step, theorem

WITHOUT = """
import sys
sys.modules["lean_dojo"] = None
from verifier.proofs.dojo import DojoUnavailable, goals
try:
    goals("x : Nat\\n⊢ x = x")
except DojoUnavailable as error:
    print(error)
"""


def test_without_it_the_extra_is_named() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert "step-verifier[dojo]" in done.stdout


def test_a_tactic_becomes_a_step() -> None:
    assert step(0, "omega", "⊢ 1 = 1", "no goals")["judgement"] == "ok"
    assert step(1, "simp", "⊢ 1 = 2", None, message="simp made no progress")["judgement"] == "error"
    assert [step(3, text, "⊢ 1 = 2", None)["judgement"] for text in ("sorry", "exact sorry", "admit")] == ["error"] * 3
    assert step(4, "simp -- no sorry", "⊢ 1 = 1", None)["judgement"] == "ok"
    assert step(2, "rfl", None, None, reached=False)["judgement"] == "not reached"


@pytest.mark.filterwarnings("ignore")
def test_a_tactic_state_is_read(tmp_path: Path) -> None:
    pytest.importorskip("lean_dojo")
    (goal,) = goals("a b : Nat\nh : a < b\n⊢ a + 1 ≤ b")
    assert goal["conclusion"] == "a + 1 ≤ b" and ["h", "a < b"] in goal["hypotheses"]
    with pytest.raises(DojoUnavailable):
        theorem(tmp_path, "A.lean", "a")
