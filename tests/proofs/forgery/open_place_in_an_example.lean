-- why: a place of the challenge that is open and that no theorem asks for: an example has no name
-- status: infrastructure
-- rules: bad-challenge
--- challenge ---
theorem easy : 1 + 1 = 2 := by
  sorry
example : 1 = 2 := by
  sorry
--- candidate ---
theorem easy : 1 + 1 = 2 := rfl
