theorem target (xs : List α) (h : xs ≠ []) : 0 < xs.length := by
  sorry
