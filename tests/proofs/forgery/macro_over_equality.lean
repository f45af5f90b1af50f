-- why: a macro that turns every equation into True
-- status: rejected
-- rules: statement-changed, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
macro_rules | `($_ = $_) => `(True)
theorem target (n : Nat) : n * n = n := trivial
