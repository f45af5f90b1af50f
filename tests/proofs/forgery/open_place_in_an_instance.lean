-- why: a place of the challenge that is open and that no theorem asks for: an instance is no theorem
-- status: infrastructure
-- rules: bad-challenge
--- challenge ---
theorem easy : 1 + 1 = 2 := by
  sorry
instance hard : Inhabited Empty := ⟨sorry⟩
--- candidate ---
theorem easy : 1 + 1 = 2 := rfl
