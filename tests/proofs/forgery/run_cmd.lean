-- why: code at elaboration
-- status: rejected
-- rules: refused-construct, sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
import Lean
run_cmd Lean.logInfo "accepted"
theorem target (n : Nat) : n * n = n := by
  sorry
