structure C where
  k : Nat := 4

def c : C := {}

theorem target : c.k = 4 := by
  rfl
