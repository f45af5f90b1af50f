inductive Thing where
  | a
  | b
theorem target (x : Thing) : False := by
  sorry
