-- why: a field's default value, which a definition of the statement takes
-- status: rejected
-- rules: definition-changed
--- challenge ---
structure C where
  k : Nat := 3

def c : C := {}

theorem target : c.k = 4 := by
  sorry
--- candidate ---
structure C where
  k : Nat := 4

def c : C := {}

theorem target : c.k = 4 := by
  rfl
