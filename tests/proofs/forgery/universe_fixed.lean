-- why: one universe for all
-- status: rejected
-- rules: statement-changed
--- challenge ---
universe u
theorem target (α : Type u) (a : α) : a = a := by
  sorry
--- candidate ---
theorem target (α : Type) (a : α) : a = a := rfl
