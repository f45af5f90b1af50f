-- why: a local notation for the sign of equality
-- status: rejected
-- rules: statement-changed, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
local infix:50 (priority := high) " = " => fun (_ _ : Nat) => True
theorem target (n : Nat) : n * n = n := trivial
