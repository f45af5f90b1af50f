structure All : Type where
  type : Type
theorem target (n : Nat) : n * n = n := by
  omega
