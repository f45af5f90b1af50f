theorem target : ∃ n : Nat, n * n = 49 ∧ ∀ m : Nat, m * m = 49 → m = n := by
  sorry
