private def hidden (n : Nat) : Nat := n + 1

theorem target (n : Nat) : n < hidden n := by
  sorry
