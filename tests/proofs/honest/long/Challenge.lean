theorem target (s : Nat → Nat) (h : ∀ n, s n ≤ s (n + 1)) : s 0 ≤ s 40 := by
  sorry
