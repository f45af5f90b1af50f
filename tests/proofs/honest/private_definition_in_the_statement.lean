-- status: accepted
--- challenge ---
private def hidden (n : Nat) : Nat := n + 1

theorem target (n : Nat) : n < hidden n := by
  sorry
--- candidate ---
private def hidden (n : Nat) : Nat := n + 1

theorem target (n : Nat) : n < hidden n := Nat.lt_succ_self n
