-- why: a notation changes what the definition in the statement means
-- status: rejected
-- rules: definition-changed, elaboration-error
--- challenge ---
/-- Twice a number. -/
def double (n : Nat) : Nat := n + n

theorem target (n : Nat) : double n = 3 * n := by
  sorry
--- candidate ---
local infixl:65 (priority := high) " + " => fun (a b : Nat) => 3 * a
def double (n : Nat) : Nat := n + n

theorem target (n : Nat) : double n = 3 * n := rfl
