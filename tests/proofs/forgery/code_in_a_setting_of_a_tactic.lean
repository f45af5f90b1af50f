-- why: a setting of simp is evaluated with what is unsafe
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
theorem target : False := by
  simp (config := unsafeBaseIO (pure {}))
