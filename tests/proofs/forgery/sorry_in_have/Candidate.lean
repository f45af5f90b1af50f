theorem target (n : Nat) : n * n = n := by
  have h : n ≤ 1 := by sorry
  omega
