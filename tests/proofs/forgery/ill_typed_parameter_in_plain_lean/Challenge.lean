theorem target : False := by
  sorry
