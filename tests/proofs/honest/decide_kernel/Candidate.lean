theorem target : (List.range 20).foldl (· + ·) 0 = 190 := by
  decide +kernel
