theorem target (f : Nat → Nat) (h : ∀ n, f n = n) : f = id := by
  funext n
  simp [h]
