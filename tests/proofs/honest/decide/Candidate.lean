theorem target : ∀ a b : Fin 4, a * b = b * a := by
  decide
