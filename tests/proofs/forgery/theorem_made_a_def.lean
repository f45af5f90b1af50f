-- why: a definition for the theorem
-- status: rejected
-- rules: not-a-theorem
--- challenge ---
theorem target (a b : Nat) (h : a < b) : a + 1 ≤ b := by
  sorry
--- candidate ---
def target (a b : Nat) (h : a < b) : a + 1 ≤ b := h
