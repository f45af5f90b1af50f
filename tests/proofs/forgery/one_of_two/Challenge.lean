theorem first (n : Nat) : n + 0 = n := by
  sorry
theorem target (n : Nat) : n * n = n := by
  sorry
