-- why: a local instance makes every numeral zero
-- status: rejected
-- rules: statement-changed, elaboration-error
--- challenge ---
theorem target : (2 : Nat) + 2 = 5 := by
  sorry
--- candidate ---
local instance (priority := high) (n : Nat) : OfNat Nat n := ⟨0⟩
theorem target : (2 : Nat) + 2 = 5 := rfl
