-- why: a name with a character that cannot be seen
-- status: rejected
-- rules: hidden-characters
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem tar​get (n : Nat) : n = n := rfl
