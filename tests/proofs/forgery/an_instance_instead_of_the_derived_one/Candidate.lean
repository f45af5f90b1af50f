structure P where
  x : Nat
  y : Nat

instance : BEq P := ⟨fun p q => decide (p.x = q.x)⟩

theorem target (p q : P) (h : (p == q) = true) : p.x = q.x := by
  exact of_decide_eq_true h
