@[simp] private axiom helper (n : Nat) : n * n = n

theorem target (n : Nat) : n * n = n := by
  simp
