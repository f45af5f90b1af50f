-- why: a definition for compile time
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
module
meta def f : Nat := 1
theorem target : False := trivial
