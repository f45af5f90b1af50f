theorem target (n : Nat) : (n + 1) * (n + 1) = n * n + 2 * n + 1 := by
  sorry
