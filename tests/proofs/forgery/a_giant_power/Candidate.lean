theorem target : 2 ^ (2 ^ 60) ≠ 0 := by
  decide
