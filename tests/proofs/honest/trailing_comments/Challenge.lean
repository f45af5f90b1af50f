theorem target : True := by
  sorry -- to be proved
