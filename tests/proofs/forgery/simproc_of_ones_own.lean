-- why: a simplification procedure that rewrites to True
-- status: rejected
-- rules: refused-construct, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
import Lean
simproc cheat (_ * _ = _) := fun _ => return .done { expr := Lean.mkConst ``True }
theorem target (n : Nat) : n * n = n := by
  simp
