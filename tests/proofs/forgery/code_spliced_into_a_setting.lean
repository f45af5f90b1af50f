-- why: a macro puts code into a setting
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
macro "s " t:term : tactic => `(tactic| simp (config := $t))
theorem target : False := by
  s (unsafeBaseIO (pure {}))
