-- status: accepted
--- challenge ---
theorem target : (List.range 20).foldl (· + ·) 0 = 190 := by
  sorry
--- candidate ---
theorem target : (List.range 20).foldl (· + ·) 0 = 190 := by
  decide +kernel
