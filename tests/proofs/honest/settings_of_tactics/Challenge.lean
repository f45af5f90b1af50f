theorem target (a b c : Nat) (h : a + b = b + a → c = a) : c + (b + a) = a + (b + a) := by
  sorry
