-- why: another type under the name of the naturals
-- status: rejected
-- rules: statement-changed, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
local notation (priority := high) "Nat" => Unit
theorem target (n : Nat) : n = n := rfl
