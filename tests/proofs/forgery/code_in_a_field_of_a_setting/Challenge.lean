theorem target (x : Nat) (h : x = 1) : x + 0 = 1 := by
  sorry
