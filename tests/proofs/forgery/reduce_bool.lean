-- why: the kernel is made to run compiled code
-- status: rejected
-- rules: refused-construct, native-computation, elaboration-error
--- challenge ---
theorem target : Lean.reduceBool true = true := by
  sorry
--- candidate ---
theorem target : Lean.reduceBool true = true := rfl
