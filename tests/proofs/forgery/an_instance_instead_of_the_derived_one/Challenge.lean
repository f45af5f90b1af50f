structure P where
  x : Nat
  y : Nat
  deriving BEq

theorem target (p q : P) (h : (p == q) = true) : p.x = q.x := by
  sorry
