opaque f : Nat → Nat

theorem target : f 2 = 2 := by
  sorry
