theorem tar​get (n : Nat) : n = n := rfl
