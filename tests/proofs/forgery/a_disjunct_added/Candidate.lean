theorem target (n : Nat) : n * n = n ∨ True := Or.inr trivial
