theorem easy : 1 + 1 = 2 := by
  sorry
def easy.hard : 1 = 2 := by
  sorry
