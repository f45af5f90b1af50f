def evil : Nat := dbgTrace "x" fun _ => 0
theorem target : 0 + 1 = 1 := by
  simp (maxSteps := evil)
