theorem target (f : Nat → Nat) (h : ∀ n, f n = n) : f = id := by
  sorry
