theorem target (n : Nat) : n * n = n := unsafeCast (α := True) True.intro
