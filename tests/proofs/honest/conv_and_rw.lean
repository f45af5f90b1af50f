-- status: accepted
--- challenge ---
theorem target (a b c : Nat) : a + b + c = c + (b + a) := by
  sorry
--- candidate ---
theorem target (a b c : Nat) : a + b + c = c + (b + a) := by
  conv => lhs; rw [Nat.add_comm]
  rw [Nat.add_comm a b]
