theorem target (x y : Nat) (h : x + 1 = y + 1) : x = y := by
  sorry
