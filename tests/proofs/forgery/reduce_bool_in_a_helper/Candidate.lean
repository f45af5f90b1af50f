def boom : Bool := dbgTrace "x" fun _ => true
theorem help : Lean.reduceBool boom = true := rfl
theorem target : 1 = 1 := rfl
