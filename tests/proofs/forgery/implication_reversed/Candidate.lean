theorem target (n : Nat) : n % 4 = 0 → n % 2 = 0 := by
  omega
