-- why: the target is proved, and something else in the file is not
-- status: rejected
-- rules: sorry
--- challenge ---
theorem target (a b : Nat) (h : a < b) : a + 1 ≤ b := by
  sorry
--- candidate ---
theorem target (a b : Nat) (h : a < b) : a + 1 ≤ b := h

theorem extra : 1 = 2 := by
  sorry
