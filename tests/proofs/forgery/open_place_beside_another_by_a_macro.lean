-- why: a place of the challenge that is open and that no theorem asks for: an example beside a theorem in one command
-- status: infrastructure
-- rules: bad-challenge
--- challenge ---
theorem easy : 1 + 1 = 2 := by
  sorry
macro "both" : command => `(theorem fine : True := sorry example : 1 = 2 := sorry)
both
--- candidate ---
theorem easy : 1 + 1 = 2 := rfl
