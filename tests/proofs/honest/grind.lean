-- status: accepted
--- challenge ---
theorem target (a b c : Nat) (h : a = b) (k : b = c) : a + 1 = c + 1 := by
  sorry
--- candidate ---
theorem target (a b c : Nat) (h : a = b) (k : b = c) : a + 1 = c + 1 := by
  grind
