-- why: a product that is a sum
-- status: rejected
-- rules: statement-changed, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
local infixl:70 (priority := high) " * " => fun (a _ : Nat) => a
theorem target (n : Nat) : n * n = n := rfl
