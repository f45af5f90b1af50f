-- why: the candidate proves something else
-- status: rejected
-- rules: missing-theorem
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem other (n : Nat) : n = n := rfl
