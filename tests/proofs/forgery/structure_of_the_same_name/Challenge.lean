structure Pair where
  left : Nat
  right : Nat
  ordered : left < right
theorem target (p : Pair) : p.left ≤ p.right := by
  sorry
