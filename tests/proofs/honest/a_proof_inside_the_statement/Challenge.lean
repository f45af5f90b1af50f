def third : Fin 5 := ⟨2, by sorry⟩

theorem target : third.val = 2 := by
  sorry
