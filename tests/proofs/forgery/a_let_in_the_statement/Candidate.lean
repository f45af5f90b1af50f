theorem target (n : Nat) : let n := 0; n * n = n := rfl
