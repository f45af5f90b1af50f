theorem other (n : Nat) : n = n := rfl
