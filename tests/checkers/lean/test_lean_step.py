"""The tactic ``step``, in a file such as a user of our Lean library writes: it closes the goal and says by what."""

from __future__ import annotations

from pathlib import Path

from verifier.checkers.lean.toolchain import toolchain
from verifier.processes import run

FILE = """\
import Verifier.Step
example : 2 + 2 = 4 := by step
example : (123456789 * 987654321 : Int) ≠ 5 := by step
example : ∀ n : Int, 2 * n + 1 ≠ 4 := by step
example : ∀ {K : Type} [Lean.Grind.Field K] (x : K), (x + 1) ^ 2 = x ^ 2 + 2 * x + 1 := by step
example : ∀ n : Nat, n = 7 := by step
macro_rules | `(tactic| step) => `(tactic| (exact Nat.le_add_right _ _; trace "step: a member of mine"))
example (a b : Nat) : a ≤ a + b := by step
example : 2 + 3 = 5 := by step
"""


def test_each_member_is_named_the_cheapest_first_and_a_project_adds_its_own(tmp_path: Path) -> None:
    (tmp_path / "use.lean").write_text(FILE, encoding="utf-8")
    launch = toolchain.ready().check("use.lean", tmp_path)
    done = run(launch.argv, deadline=300, cwd=launch.cwd, env=launch.env)
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    named = [line.rpartition("step: ")[2] for line in lines if "step: " in line and "DEBUG" not in line]
    assert named == ["rfl", "compute", "omega", "grind", "a member of mine", "rfl"]
    assert done.rc == 1  # for the one goal that is false
    assert [line.split(":")[1] for line in lines if line.startswith("use.lean:") and "error" in line] == ["6"]
