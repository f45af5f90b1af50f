-- why: a structure that lacks a field
-- status: rejected
-- rules: definition-changed
--- challenge ---
structure Box where
  size : Nat
  full : Bool
theorem target (a b : Box) (h : a.size = b.size) : a = b := by
  sorry
--- candidate ---
structure Box where
  size : Nat
theorem target (a b : Box) (h : a.size = b.size) : a = b := by
  cases a; cases b; simp_all
