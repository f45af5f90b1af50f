structure Box where
  size : Nat
theorem target (a b : Box) (h : a.size = b.size) : a = b := by
  cases a; cases b; simp_all
