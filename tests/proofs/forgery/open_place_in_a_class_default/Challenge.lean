theorem easy : 1 + 1 = 2 := by
  sorry
class C where
  x : 1 = 2 := sorry
