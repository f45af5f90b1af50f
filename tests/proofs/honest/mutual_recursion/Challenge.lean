theorem target (n : Nat) : (n % 2 = 0) ∨ (n % 2 = 1) := by
  sorry
