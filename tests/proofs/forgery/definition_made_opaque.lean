-- why: an opaque constant for a definition
-- status: rejected
-- rules: definition-changed
--- challenge ---
def five : Nat := 5
theorem target : ∃ n, n = five := by
  sorry
--- candidate ---
opaque five : Nat := 5
theorem target : ∃ n, n = five := ⟨five, rfl⟩
