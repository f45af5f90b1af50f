theorem target : (2 : Nat) + 2 = 5 := by
  sorry
