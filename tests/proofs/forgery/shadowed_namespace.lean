-- why: a definition in a namespace that is open hides ours
-- status: rejected
-- rules: statement-changed
--- challenge ---
/-- Twice a number. -/
def double (n : Nat) : Nat := n + n

theorem target (n : Nat) : double n = 3 * n := by
  sorry
--- candidate ---
/-- Twice a number. -/
def double (n : Nat) : Nat := n + n

namespace Mine
def double (n : Nat) : Nat := 3 * n
end Mine
open Mine in
theorem target (n : Nat) : Mine.double n = 3 * n := rfl
