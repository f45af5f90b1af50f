-- why: a place of the challenge that is open and that no theorem asks for: a default value
-- status: infrastructure
-- rules: bad-challenge
--- challenge ---
theorem easy : 1 + 1 = 2 := by
  sorry
class C where
  x : 1 = 2 := sorry
--- candidate ---
theorem easy : 1 + 1 = 2 := rfl
