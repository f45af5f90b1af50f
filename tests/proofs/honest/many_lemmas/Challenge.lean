theorem target (a : Nat) : a + 59 + 1 = a + 60 := by
  sorry
