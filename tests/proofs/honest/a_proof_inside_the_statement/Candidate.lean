def third : Fin 5 := ⟨2, by omega⟩

theorem target : third.val = 2 := rfl
