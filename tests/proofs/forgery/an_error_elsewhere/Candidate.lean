theorem target (a b : Nat) (h : a < b) : a + 1 ≤ b := h

theorem extra : 1 = 2 := by
  decide
