theorem target (p : Nat × Nat) : let (a, b) := p; a + b = b + a := by
  sorry
