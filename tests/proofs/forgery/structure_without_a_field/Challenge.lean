structure Box where
  size : Nat
  full : Bool
theorem target (a b : Box) (h : a.size = b.size) : a = b := by
  sorry
