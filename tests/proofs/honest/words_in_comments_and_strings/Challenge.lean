theorem target (n : Nat) : n = n := by
  sorry
