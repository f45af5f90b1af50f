theorem halves (a b : Nat) (h : 2 * a + 2 * b = 10) : a + b = 5 ∧ a ≤ 5 := by
  sorry
