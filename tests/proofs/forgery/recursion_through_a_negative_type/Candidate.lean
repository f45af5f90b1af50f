inductive Bad where
  | mk : (Bad → False) → Bad
theorem target (n : Nat) : n * n = n := by
  omega
