instance : Inhabited Nat := ⟨7⟩

def d : Nat := default

theorem target : d = 7 := by
  rfl
