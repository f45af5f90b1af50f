theorem easy : 1 + 1 = 2 := by
  sorry
opaque hard : Fin 0 := sorry
