theorem easy : 1 + 1 = 2 := by
  sorry
def hard : 1 = 2 := by
  sorry
