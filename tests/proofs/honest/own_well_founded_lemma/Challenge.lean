theorem target (n : Nat) : ∃ m, n < 2 ^ m := by
  sorry
