-- status: accepted
--- challenge ---
theorem target (xs : List Nat) : (xs ++ []).length = xs.length := by
  sorry
--- candidate ---
theorem target (xs : List Nat) : (xs ++ []).length = xs.length := by
  simp
