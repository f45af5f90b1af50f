theorem target (a b c : Nat) : a * (b + c) = c * a + b * a := by
  sorry
