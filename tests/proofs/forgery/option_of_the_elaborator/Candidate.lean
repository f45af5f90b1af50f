set_option Elab.async true
theorem target (n : Nat) : n * n = n := by
  omega
