-- status: accepted
--- challenge ---
theorem target : 12 * 12 = 144 := by
  sorry
--- candidate ---
theorem target : 12 * 12 = 144 := rfl
