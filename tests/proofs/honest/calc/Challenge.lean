theorem target (a b c d : Nat) (h : a = b) (k : b ≤ c) (l : c < d) : a < d := by
  sorry
