theorem target : False := by
  simp (maxSteps := unsafeBaseIO (pure 5))
