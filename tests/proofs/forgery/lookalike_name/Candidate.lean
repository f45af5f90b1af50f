theorem tαrget (n : Nat) : n = n := rfl
