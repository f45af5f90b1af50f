-- status: accepted
--- challenge ---
theorem target (n : Nat) : 0 + n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : 0 + n = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [← Nat.add_assoc, ih]
