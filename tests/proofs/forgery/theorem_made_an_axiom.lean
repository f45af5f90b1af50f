-- why: an axiom for the theorem
-- status: rejected
-- rules: refused-construct, not-a-theorem
--- challenge ---
theorem target (a b : Nat) (h : a < b) : a + 1 ≤ b := by
  sorry
--- candidate ---
axiom target (a b : Nat) (h : a < b) : a + 1 ≤ b
