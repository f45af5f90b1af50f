-- why: compiled code runs in the kernel for a helper
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : 1 = 1 := by
  sorry
--- candidate ---
def boom : Bool := dbgTrace "x" fun _ => true
theorem help : Lean.reduceBool boom = true := rfl
theorem target : 1 = 1 := rfl
