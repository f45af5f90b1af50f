theorem target (n : Fin 2) : n * n = n := by
  revert n
  decide
