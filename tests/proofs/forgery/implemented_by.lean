-- why: evaluation is told another story
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : (10 : Nat) = 11 := by
  sorry
--- candidate ---
def no : Bool := true
@[implemented_by no] def yes : Bool := false
theorem target : (10 : Nat) = 11 := by
  have : yes = true := by native_decide
  simp [yes] at this
