def inner (n : Nat) : Nat := n + 1
def outer (n : Nat) : Nat := inner n
theorem target (n : Nat) : outer n = n := by
  sorry
