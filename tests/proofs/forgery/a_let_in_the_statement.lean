-- why: a let that shadows the variable
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : let n := 0; n * n = n := rfl
