theorem target : Lean.reduceBool true = true := rfl
