-- why: a local instance makes every product its first factor
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
local instance (priority := high) : HMul Nat Nat Nat := ⟨fun a _ => a⟩
theorem target (n : Nat) : n * n = n := rfl
