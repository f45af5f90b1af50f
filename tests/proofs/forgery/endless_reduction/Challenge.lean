theorem target : 2 ^ 40 % 7 = 3 := by
  sorry
