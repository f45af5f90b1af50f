-- why: a tactic that skips the rest of the proof
-- status: rejected
-- rules: sorry, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := by
  stop
  omega
