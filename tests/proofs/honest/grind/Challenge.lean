theorem target (a b c : Nat) (h : a = b) (k : b = c) : a + 1 = c + 1 := by
  sorry
