-- status: accepted
--- challenge ---
def evens (xs : List Nat) : List Nat := xs.filter (· % 2 == 0)

theorem target (xs : List Nat) : (evens xs).length ≤ xs.length := by
  sorry
--- candidate ---
def evens (xs : List Nat) : List Nat := xs.filter (· % 2 == 0)

theorem target (xs : List Nat) : (evens xs).length ≤ xs.length := by
  unfold evens
  exact List.length_filter_le _ xs
