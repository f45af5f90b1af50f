theorem target : (10 : Nat) = 11 := by
  sorry
