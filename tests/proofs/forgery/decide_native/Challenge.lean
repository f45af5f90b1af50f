theorem target : 2 ^ 10 = 1024 := by
  sorry
