example (n : Nat) : n = n := rfl
