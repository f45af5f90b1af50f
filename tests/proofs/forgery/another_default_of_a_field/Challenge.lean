structure C where
  k : Nat := 3

def c : C := {}

theorem target : c.k = 4 := by
  sorry
