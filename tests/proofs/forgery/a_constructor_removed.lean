-- why: an empty type for the one that was meant
-- status: rejected
-- rules: definition-changed
--- challenge ---
inductive Thing where
  | a
  | b
theorem target (x : Thing) : False := by
  sorry
--- candidate ---
inductive Thing where
theorem target (x : Thing) : False := nomatch x
