-- why: a number of a setting is evaluated
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
theorem target : False := by
  simp (maxSteps := unsafeBaseIO (pure 5))
