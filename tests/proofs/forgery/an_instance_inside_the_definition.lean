-- why: an instance changes what the definition in the statement means
-- status: rejected
-- rules: definition-changed
--- challenge ---
/-- Twice a number. -/
def double (n : Nat) : Nat := n + n

theorem target (n : Nat) : double n = 3 * n := by
  sorry
--- candidate ---
local instance (priority := high) : HAdd Nat Nat Nat := ⟨fun a _ => 3 * a⟩
def double (n : Nat) : Nat := n + n

theorem target (n : Nat) : double n = 3 * n := rfl
