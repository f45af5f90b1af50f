theorem target : (0 : Nat) = 1 := by
  sorry
