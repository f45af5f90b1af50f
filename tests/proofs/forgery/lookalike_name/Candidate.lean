theorem tаrget (n : Nat) : n = n := rfl
