-- why: of two theorems one is proved
-- status: rejected
-- rules: missing-theorem
--- challenge ---
theorem first (n : Nat) : n + 0 = n := by
  sorry
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem first (n : Nat) : n + 0 = n := rfl
