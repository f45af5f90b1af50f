def Nat.mul (a b : Nat) : Nat := a
theorem target (n : Nat) : n * n = n := rfl
