def evens (xs : List Nat) : List Nat := xs.filter (· % 2 == 0)

theorem target (xs : List Nat) : (evens xs).length ≤ xs.length := by
  sorry
