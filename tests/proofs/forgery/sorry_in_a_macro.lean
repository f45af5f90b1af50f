-- why: a tactic of the candidate's own that expands to sorry
-- status: rejected
-- rules: sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
macro "finish" : tactic => `(tactic| sorry)
theorem target (n : Nat) : n * n = n := by
  finish
