theorem target (n : Nat) : n * n = n := _
