-- why: a definition of the candidate gives a setting its value
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : 0 + 1 = 1 := by
  sorry
--- candidate ---
def evil : Nat := dbgTrace "x" fun _ => 0
theorem target : 0 + 1 = 1 := by
  simp (maxSteps := evil)
