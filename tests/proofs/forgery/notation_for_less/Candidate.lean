local infix:50 (priority := high) " < " => fun (a b : Nat) => a = a
theorem target (n : Nat) : n + 1 < n := rfl
