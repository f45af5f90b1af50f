local infixl:70 (priority := high) " * " => fun (a _ : Nat) => a
theorem target (n : Nat) : n * n = n := rfl
