-- why: the name has a Greek letter in it
-- status: rejected
-- rules: missing-theorem
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem tαrget (n : Nat) : n = n := rfl
