theorem target (n : Nat) : 0 < n + 1 := by
  sorry
