-- status: accepted
--- challenge ---
theorem target (xs : List α) (h : xs ≠ []) : 0 < xs.length := by
  sorry
--- candidate ---
theorem target (xs : List α) (h : xs ≠ []) : 0 < xs.length := by
  cases xs with
  | nil => exact absurd rfl h
  | cons x xs => simp
