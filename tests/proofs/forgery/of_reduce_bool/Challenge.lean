theorem target : (3 : Nat) = 3 := by
  sorry
