-- status: accepted
--- challenge ---
theorem target (f : Nat → Nat) (h : ∀ n, f n = n) : f = id := by
  sorry
--- candidate ---
theorem target (f : Nat → Nat) (h : ∀ n, f n = n) : f = id := by
  funext n
  simp [h]
