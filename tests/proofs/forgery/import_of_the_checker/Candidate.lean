import Gate.Serve
theorem target (n : Nat) : n * n = n := by
  omega
