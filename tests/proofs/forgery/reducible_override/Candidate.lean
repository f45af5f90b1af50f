attribute [local simp] Nat.mul in
theorem target (n : Nat) : n * n = n := by
  simp
