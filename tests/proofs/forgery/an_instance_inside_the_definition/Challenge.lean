/-- Twice a number. -/
def double (n : Nat) : Nat := n + n

theorem target (n : Nat) : double n = 3 * n := by
  sorry
