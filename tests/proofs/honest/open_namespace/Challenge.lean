theorem target (a b : Nat) : max a b = max b a := by
  sorry
