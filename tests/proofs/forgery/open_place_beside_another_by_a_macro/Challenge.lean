theorem easy : 1 + 1 = 2 := by
  sorry
macro "both" : command => `(theorem fine : True := sorry example : 1 = 2 := sorry)
both
