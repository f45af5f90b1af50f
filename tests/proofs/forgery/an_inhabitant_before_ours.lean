-- why: another default element, which a definition of the statement takes
-- status: rejected
-- rules: definition-changed
--- challenge ---
def d : Nat := default

theorem target : d = 7 := by
  sorry
--- candidate ---
instance : Inhabited Nat := ⟨7⟩

def d : Nat := default

theorem target : d = 7 := by
  rfl
