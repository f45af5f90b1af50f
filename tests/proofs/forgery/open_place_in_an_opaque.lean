-- why: a place of the challenge that is open and that no theorem asks for: an opaque constant
-- status: infrastructure
-- rules: bad-challenge
--- challenge ---
theorem easy : 1 + 1 = 2 := by
  sorry
opaque hard : Fin 0 := sorry
--- candidate ---
theorem easy : 1 + 1 = 2 := rfl
