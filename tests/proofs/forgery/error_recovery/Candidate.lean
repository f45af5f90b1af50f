theorem target (n : Nat) : n * n = n := by
  exact (1 : Nat)
