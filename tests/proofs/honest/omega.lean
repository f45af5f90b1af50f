-- status: accepted
--- challenge ---
theorem target (a b : Nat) (h : 2 * a < b) (k : b ≤ 7) : a ≤ 3 := by
  sorry
--- candidate ---
theorem target (a b : Nat) (h : 2 * a < b) (k : b ≤ 7) : a ≤ 3 := by
  omega
