local infix:50 (priority := high) " = " => fun (_ _ : Nat) => True
theorem target (n : Nat) : n * n = n := trivial
