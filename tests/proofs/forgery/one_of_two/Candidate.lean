theorem first (n : Nat) : n + 0 = n := rfl
