-- why: an opaque constant for the theorem
-- status: rejected
-- rules: not-a-theorem
--- challenge ---
theorem target (a b : Nat) (h : a < b) : a + 1 ≤ b := by
  sorry
--- candidate ---
opaque target (a b : Nat) (h : a < b) : a + 1 ≤ b := h
