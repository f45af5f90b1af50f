-- why: a place of the challenge that is open and that no theorem asks for: the warning is silenced
-- status: infrastructure
-- rules: bad-challenge
--- challenge ---
theorem easy : 1 + 1 = 2 := by
  sorry
set_option warn.sorry false in
example : 1 = 2 := by
  sorry
--- candidate ---
theorem easy : 1 + 1 = 2 := rfl
