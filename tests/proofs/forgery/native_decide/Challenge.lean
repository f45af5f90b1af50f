theorem target : 2 ^ 10 = 1025 := by
  sorry
