theorem easy : 1 + 1 = 2 := by
  sorry
theorem _hard : 1 = 2 := by
  sorry
