-- why: an instance written by hand where ours is derived: equal prices make equal things
-- status: rejected
-- rules: definition-changed
--- challenge ---
structure P where
  x : Nat
  y : Nat
  deriving BEq

theorem target (p q : P) (h : (p == q) = true) : p.x = q.x := by
  sorry
--- candidate ---
structure P where
  x : Nat
  y : Nat

instance : BEq P := ⟨fun p q => decide (p.x = q.x)⟩

theorem target (p q : P) (h : (p == q) = true) : p.x = q.x := by
  exact of_decide_eq_true h
