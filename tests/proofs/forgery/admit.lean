-- why: sorry by its other name
-- status: rejected
-- rules: sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := by
  admit
