-- status: accepted
--- challenge ---
theorem target (n : Nat) : n < 2 ^ n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n < 2 ^ n := by
  induction n with
  | zero => decide
  | succ n ih =>
    have : 2 ^ (n + 1) = 2 ^ n + 2 ^ n := by
      rw [Nat.pow_succ]
      omega
    omega
