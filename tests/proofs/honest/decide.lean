-- status: accepted
--- challenge ---
theorem target : ∀ a b : Fin 4, a * b = b * a := by
  sorry
--- candidate ---
theorem target : ∀ a b : Fin 4, a * b = b * a := by
  decide
