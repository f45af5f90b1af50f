-- why: a hypothesis made stronger
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (a b : Nat) (h : a < b) : a + 1 ≤ b := by
  sorry
--- candidate ---
theorem target (a b : Nat) (h : a + 1 < b) : a + 1 ≤ b := Nat.le_of_lt h
