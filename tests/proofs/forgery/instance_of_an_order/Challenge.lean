theorem target (n : Nat) : n + 1 < n := by
  sorry
