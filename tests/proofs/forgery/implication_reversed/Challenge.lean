theorem target (n : Nat) : n % 2 = 0 → n % 4 = 0 := by
  sorry
