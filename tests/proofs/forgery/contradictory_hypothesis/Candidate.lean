theorem target (n : Nat) (h : n ≠ n) : n * n = n := absurd rfl h
