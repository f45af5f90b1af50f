-- status: accepted
--- challenge ---
def third : Fin 5 := ⟨2, by sorry⟩

theorem target : third.val = 2 := by
  sorry
--- candidate ---
def third : Fin 5 := ⟨2, by omega⟩

theorem target : third.val = 2 := rfl
