-- why: a macro that takes the left side for both
-- status: rejected
-- rules: statement-changed, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
macro_rules | `($x * $y) => `($x)
theorem target (n : Nat) : n * n = n := rfl
