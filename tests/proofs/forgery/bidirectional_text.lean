-- why: characters that turn the direction of what is shown
-- status: rejected
-- rules: hidden-characters
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
/- ‮ -/
theorem target (n : Nat) : n * n = n := by
  omega
