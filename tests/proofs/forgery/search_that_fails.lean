-- why: a tactic that looks for a proof, and leaves sorry
-- status: rejected
-- rules: elaboration-error, sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := by
  exact?
