theorem target (n : Nat) : n * (n + 1) % 2 = 0 := by
  sorry
