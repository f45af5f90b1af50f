theorem target (n : Nat) : n * n = n := by
  first | omega | simp | sorry
