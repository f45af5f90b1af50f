theorem target : 3 ∣ 12 := by
  sorry
