theorem helper (n : Nat) : n * n = n := by
  omega

theorem target (n : Nat) : n * n = n := helper n
